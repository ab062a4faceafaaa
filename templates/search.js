// The only script of a site, and only on its search page: asks the index that Pagefind built, shows what it finds.
const form = document.querySelector(".search");
const field = document.getElementById("_q");
const count = document.getElementById("_count");
const list = document.getElementById("_results");
const plural = new Intl.PluralRules(document.documentElement.lang);
const pagefind = await import(new URL(form.dataset.bundle + "pagefind.js", location.href));
await pagefind.options({ excerptLength: 24 });
document.getElementById("_plain").hidden = true;
let asked = 0;

function say(number) {
  if (number === 0) return count.dataset.none;
  const text = count.dataset[plural.select(number)] ?? count.dataset.other;
  return text.replace("{count}", new Intl.NumberFormat(document.documentElement.lang).format(number));
}

function item(result) {
  const entry = document.createElement("li");
  const link = document.createElement("a");
  link.href = result.url;
  link.textContent = result.meta.title;
  const text = document.createElement("p");
  // Pagefind marks what was found with <mark>; everything else in it is text.
  for (const part of result.excerpt.split(/(<mark>.*?<\/mark>)/)) {
    const marked = part.startsWith("<mark>");
    const node = document.createElement(marked ? "mark" : "span");
    node.textContent = new DOMParser().parseFromString(part, "text/html").body.textContent;
    text.append(node);
  }
  entry.append(link, text);
  return entry;
}

async function search() {
  const turn = ++asked;
  const words = field.value.trim();
  history.replaceState(null, "", words ? "?q=" + encodeURIComponent(words) : location.pathname);
  if (!words) { count.textContent = ""; list.replaceChildren(); return; }
  const found = await pagefind.debouncedSearch(words, {}, 150);
  if (found === null || turn !== asked) return;
  const results = await Promise.all(found.results.slice(0, 20).map(result => result.data()));
  if (turn !== asked) return;
  count.textContent = say(found.results.length);
  list.replaceChildren(...results.map(item));
}

field.addEventListener("input", search);
field.value = new URLSearchParams(location.search).get("q") ?? "";
if (field.value) search();
