import highlight from "@11ty/eleventy-plugin-syntaxhighlight";

export default function (config) {
  config.addPlugin(highlight);
  config.addFilter("inFolder", (pages, folder) => pages.filter((page) => page.filePathStem.startsWith(folder)));
  config.addFilter("folder", (stem) => stem.slice(0, stem.lastIndexOf("/") + 1));
  config.addFilter("homes", (pages) => pages.filter((page) => page.fileSlug.startsWith("part-")));
  return { dir: { input: "src", output: "output" }, markdownTemplateEngine: "njk" };
}
