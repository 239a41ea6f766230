"use strict";
// An exam that is being written: what the server has, asked for again and again, since it answers when there is something new.
const place = (id) => document.getElementById(id);
const words = JSON.parse(place("pages").dataset.words);
const KINDS = ["blank", "subject", "solution"], AGAIN = 1000, FEW = 0.5;
let kind = "blank", known = null;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== false && value !== "") made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

function showProblems(state) {
  const shown = state.problems.map((problem) => element("div", { class: problem.old ? "problem old" : "problem" },
    element("p", {}, element("span", { class: "place" }, problem.place), " ", problem.cause),
    problem.remedy ? element("p", { class: "remedy" }, `→ ${problem.remedy}`) : null));
  const none = element("p", { class: state.busy ? "faint" : "good" }, state.busy ? words.wait : words.nothing);
  place("problems").replaceChildren(...(shown.length ? shown : [none]));
}

function showDocuments(state) {
  const kinds = KINDS.filter((name) => state.pages[name]);
  if (!kinds.includes(kind)) kind = "blank";
  const buttons = kinds.length < 2 ? [] : kinds.map((name) => {
    const button = element("button", { type: "button", "aria-pressed": String(name === kind), "data-kind": name }, words[name]);
    button.addEventListener("click", () => { kind = name; showDocuments(known); showPages(known); place("documents").querySelector(`[data-kind="${name}"]`).focus(); });
    return button;
  });
  if (JSON.stringify(kinds) !== place("documents").dataset.kinds || place("documents").dataset.kind !== kind) {
    place("documents").replaceChildren(...buttons);
    place("documents").dataset.kinds = JSON.stringify(kinds);
    place("documents").dataset.kind = kind;
  }
}

function showPages(state) {
  const all = state.pages[kind] || {};
  const order = kind === "subject" ? ["0"] : state.seeds.map(String);
  const figures = order.filter((u0) => all[u0]).map((u0) => {
    const name = u0 === "0" && kind === "subject" ? words.subject : `u₀ = ${u0}`, { pictures, old } = all[u0];
    return element("figure", { class: old ? "old" : "" },
      element("figcaption", {}, old ? `${name} – ${words.old}` : name),
      ...pictures.map((digest, index) => {
        const alt = `${name}, ${words.page.replace("{}", index + 1).replace("{}", pictures.length)}`;
        return element("a", { href: `/picture/${digest}`, target: "_blank" }, element("img", { src: `/picture/${digest}`, alt }));
      }));
  });
  const shown = JSON.stringify([kind, all]);
  if (figures.length && shown !== place("pages").dataset.shown) {
    place("pages").dataset.shown = shown;
    place("pages").replaceChildren(...figures);
  }
}

function showTable(id, title, hint, heads, rows, old) {
  const table = element("table", { class: old ? "old" : "" },
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map((cell) =>
      element("td", { class: cell.kind || "" }, cell.text === undefined ? cell : cell.text))))));
  place(id).replaceChildren(element("h2", {}, title), hint ? element("p", { class: "faint" }, hint) : "",
    element("div", { class: "table", tabindex: "0", role: "group", "aria-label": title }, table));
}

const percent = (share, limit) => share === null ? "–" : { text: `${Math.round(100 * share)} %`, kind: share > limit ? "bad" : "" };

function showTables({ key, worth, mistakes }) {
  if (key) showTable("key", words.key, "", [words.part, words.label, ...key.seeds.map((u0) => `u₀ = ${u0}`)],
    key.rows.map((row) => [row.part, row.label, ...row.answers]), key.old);
  if (worth) showTable("worth", words.worth.replace("{}", worth.seeds), words.worth_hint,
    [words.question, words.constant, words.copied, words.equal],
    worth.rows.map((row) => [`${row.question} ${row.name}`, percent(row.constant, worth.limit), percent(row.copied, worth.limit),
      { text: row.equal.map((one) => `${one.part} = ${one.text}`).join(", ") || "–", kind: row.equal.length ? "bad" : "" }]), worth.old);
  if (mistakes && mistakes.rows.length) showTable("mistakes", words.mistakes.replace("{}", mistakes.seeds), words.mistakes_hint,
    [words.question, words.mistake, words.named, words.unchanged],
    mistakes.rows.map((row) => [row.question ? String(row.question) : words.whole, row.slug,
      { text: `${row.named} / ${mistakes.seeds}`, kind: row.named === 0 ? "bad" : row.named < FEW * mistakes.seeds ? "doubt" : "good" },
      { text: `${row.unchanged} / ${mistakes.seeds}`, kind: row.unchanged > FEW * mistakes.seeds ? "doubt" : "" }]), mistakes.old);
  for (const id of ["key", "worth", "mistakes"]) if (!({ key, worth, mistakes })[id]) place(id).replaceChildren();
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(`/state/${known ? known.version : 0}`, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      known = await answer.json();
      place("name").textContent = known.title;
      place("state").textContent = known.busy ? words.busy : words.ready;
      place("state").className = "faint";
      showProblems(known);
      showDocuments(known);
      showPages(known);
      showTables(known.tables);
    } catch {
      place("state").textContent = words.unreachable;
      place("state").className = "bad";
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}
follow();
