// usage: node worker.js <peer> <node_modules folder>
// One JSON request a line on standard input, one JSON answer a line on standard output.
"use strict";

const path = require("path");
const readline = require("readline");
const { createRequire } = require("module");

const [peer, folder] = process.argv.slice(2);
const load = createRequire(path.join(folder, "peer.js"));

// Peers print diagnostics with console.log, which would end up between the answers.
for (const name of ["log", "info", "debug", "warn", "error"]) console[name] = () => {};

function pageDocument(html) {
  // linkedom builds no html and body around a fragment.
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`;
  return load("linkedom").parseHTML(whole).document;
}

// textContent glues the last word of one block to the first of the next.
const BLOCKS = new Set(("address article aside blockquote br caption center dd details dialog div dl " +
  "dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol " +
  "option p pre section summary table tbody td tfoot th thead tr ul").split(" "));

function textOf(node) {
  const parts = [];
  const visit = (current) => {
    if (current.nodeType === 3) parts.push(current.data);
    const breaks = current.nodeType === 1 && BLOCKS.has(current.localName);
    if (breaks) parts.push("\n");
    for (const child of current.childNodes || []) visit(child);
    if (breaks) parts.push("\n");
  };
  visit(node);
  return parts.join("").replace(/[ \t]*\n\s*/g, "\n").trim();
}

const PEERS = {
  "readability-js": async ({ html }) => {
    const { Readability } = load("@mozilla/readability");
    const article = new Readability(pageDocument(html), { serializer: (node) => node }).parse();
    return article && article.content ? textOf(article.content) : "";
  },
  defuddle: async ({ html, as }) => {
    // The package exports its Node entry to `import` only; the file itself is CommonJS.
    const { Defuddle } = load(path.join(folder, "defuddle", "dist", "node.js"));
    const markdown = as === "markdown";
    const result = await Defuddle(pageDocument(html), "http://localhost/", { markdown, useAsync: false });
    if (markdown) return result.content || "";
    return textOf(pageDocument(result.content || "").body);
  },
};

async function answer(line) {
  try {
    return { text: await PEERS[peer](JSON.parse(line)) };
  } catch (error) {
    return { error: String((error && error.message) || error) };
  }
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(JSON.stringify(await answer(line)) + "\n");
  }
})();
