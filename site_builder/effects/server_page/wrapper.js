// Keeps the frame at the page of this address, fresh, and says what is wrong with it. Only this file is script;
// it reaches into the frame, and the page in it stays as it will be published.
"use strict";
const PREFIX = "/_preview";
const frame = document.getElementById("page");
const at = (id) => document.getElementById(id);
let shown = { path: "", digest: "", head: "" };
let busy = false;
let again = false;
let stream = null;

const here = () => location.pathname.slice(PREFIX.length) || "/";
const framed = () => {
  try {
    const place = frame.contentWindow.location;
    return place.origin === location.origin && place.pathname.startsWith("/") ? place : null;
  } catch {
    return null;
  }
};

// What, in a page's head, needs a full load when it changes.
const headOf = (doc) =>
  [...doc.querySelectorAll("head link[rel~=stylesheet], head meta[http-equiv]")].map((e) => e.outerHTML).join();

function line(tag, name, text) {
  const element = document.createElement(tag);
  element.className = name;
  // What stands between backticks is code.
  text.split(/`([^`]+)`/).forEach((part, number) => {
    const code = document.createElement("code");
    code.textContent = part;
    element.append(number % 2 ? code : part);
  });
  return element;
}

function say(answer) {
  at("notes").textContent = answer.notes.join(" · ");
  at("list").replaceChildren(
    ...answer.problems.map((one) => {
      const item = document.createElement("li");
      const place = one.line ? `${one.path}:${one.line}` : one.path;
      item.append(line("span", "where", place), ` ${one.severity} [${one.code}]`, line("span", "message", one.message));
      if (one.help) item.append(line("span", "help", `help: ${one.help}`));
      return item;
    }),
  );
  const count = answer.problems.length;
  at("count").textContent =
    `${count} ${count === 1 ? "problem" : "problems"} on this page` + (answer.others ? `, ${answer.others} elsewhere` : "");
  at("problems").hidden = count === 0;
  at("said").classList.toggle("calm", !answer.problems.some((one) => one.severity === "error"));
  at("said").hidden = count === 0 && answer.notes.length === 0;
}

function keepFolds(old, fresh) {
  const folds = fresh.querySelectorAll("details");
  const before = old.querySelectorAll("details");
  if (folds.length === before.length) folds.forEach((fold, number) => (fold.open = before[number].open));
}

// Exchange the body alone: styles stay, nothing flashes, the scroll position holds.
function exchange(answer) {
  const doc = frame.contentDocument;
  const fresh = new DOMParser().parseFromString(answer.html, "text/html");
  if (!doc || !doc.body || headOf(doc) !== headOf(fresh)) return false;
  const { scrollX, scrollY } = frame.contentWindow;
  const focused = doc.activeElement && doc.activeElement.id;
  keepFolds(doc.body, fresh.body);
  doc.title = document.title = fresh.title;
  doc.documentElement.lang = fresh.documentElement.lang;
  doc.body.replaceWith(doc.adoptNode(fresh.body));
  frame.contentWindow.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  if (focused) doc.getElementById(focused)?.focus({ preventScroll: true });
  return true;
}

function reload() {
  const { scrollX, scrollY } = frame.contentWindow;
  frame.addEventListener(
    "load",
    () => frame.contentWindow.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" }),
    { once: true },
  );
  frame.contentWindow.location.reload();
}

async function look(styled) {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  do {
    again = false;
    const place = framed();
    const path = place ? decodeURIComponent(place.pathname) : here();
    try {
      const answer = await (await fetch(`${PREFIX}.page?at=${encodeURIComponent(path)}`)).json();
      say(answer);
      const same = shown.path === path && shown.digest === answer.digest;
      if (styled && !(await sameStyles())) reload();
      else if (!same && shown.path === path && answer.html !== null && !exchange(answer)) reload();
      shown = { path, digest: answer.digest };
    } catch {
      // The server is stopping or restarting: the stream says when it is back.
    }
  } while (again);
  busy = false;
}

// Style sheets keep their address, so their text is compared.
const styles = new Map();
async function sameStyles() {
  const links = [...(frame.contentDocument?.querySelectorAll("link[rel~=stylesheet]") ?? [])];
  let same = true;
  for (const { href } of links) {
    const text = await (await fetch(href)).text();
    if (styles.has(href) && styles.get(href) !== text) same = false;
    styles.set(href, text);
  }
  return same;
}

frame.addEventListener("load", () => {
  const place = framed();
  if (!place || place.href === "about:blank") return;
  history.replaceState(null, "", PREFIX + place.pathname + place.search + place.hash);
  document.title = frame.contentDocument.title;
  frame.contentDocument.addEventListener("click", outside, true);
  if (shown.path !== decodeURIComponent(place.pathname)) shown = { path: "", digest: "" };
  look(false);
  sameStyles();
});

// A link to another site opens beside the preview: no other site may stand in the frame.
function outside(event) {
  const link = event.target.closest?.("a[href]");
  if (link && link.origin !== location.origin && /^https?:$/.test(link.protocol)) {
    event.preventDefault();
    open(link.href, "_blank", "noopener,noreferrer");
  }
}

// A browser keeps six connections to a server: pages in the background give theirs back.
function listen() {
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else if (!stream) {
    stream = new EventSource(`${PREFIX}.events`);
    stream.addEventListener("hello", () => shown.path && look(true));
    stream.addEventListener("change", () => look(true));
  }
}

document.addEventListener("visibilitychange", listen);
frame.src = here() + location.search + location.hash;
listen();
