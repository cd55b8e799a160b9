/**
 * The script of a page: theme, filters, and the record of the row under the pointer or the focus. Without it everything is
 * readable: rows then carry their records as tooltips, and all rules are shown.
 */
export const SCRIPT = `"use strict";
const root = document.documentElement;
root.classList.add("js");

const THEME = "executor-conformance-theme";
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches);

/* Storage may be closed to a file; the choice then lasts as long as the page. */
try {
  const theme = localStorage.getItem(THEME);
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
} catch {}

function setUpTheme() {
  const button = document.getElementById("theme");
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem(THEME, root.dataset.theme);
    } catch {}
    show();
  });
  systemDark.addEventListener("change", show);
  show();
}

function setUpFilters() {
  const form = document.querySelector(".filters");
  const output = form.querySelector("output");
  const groups = [...document.querySelectorAll("#rules .profile")].map((group) => ({
    group,
    rules: [...group.querySelectorAll("tr[data-level]")].map((row) => ({
      row,
      text: row.querySelector("th").textContent.toLowerCase(),
      verdicts: row.dataset.verdicts.split(" "),
    })),
  }));
  const total = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const words = wanted.text.toLowerCase().split(/\\s+/);
    let shown = 0;
    for (const { group, rules } of groups) {
      const isOther = Boolean(wanted.profile) && wanted.profile !== group.dataset.profile;
      let here = 0;
      for (const { row, text, verdicts } of rules) {
        const fits =
          !isOther &&
          words.every((word) => text.includes(word)) &&
          (!wanted.verdict || verdicts.includes(wanted.verdict)) &&
          (!wanted.level || wanted.level === row.dataset.level);
        row.hidden = !fits;
        if (fits) here += 1;
      }
      group.hidden = here === 0;
      shown += here;
    }
    output.textContent = shown === total ? total + " rules" : shown + " of " + total + " rules";
  };
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  apply();
}

/* A row's record waits in its tooltip, and moves to the panel below the rows when it is first asked for. */
const records = new WeakMap();

function recordOf(row) {
  if (row.title !== "") {
    records.set(row, row.title);
    row.removeAttribute("title");
  }
  return records.get(row) ?? "This row stands between two steps and has no record.";
}

function showRecord(row) {
  const picture = row.closest(".interleaving");
  picture.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
  row.setAttribute("aria-selected", "true");
  picture.querySelector(".record").textContent = recordOf(row);
}

const rowAt = ({ target }) => (target instanceof Element ? target.closest(".row") : null);

document.addEventListener("pointerover", (event) => {
  const row = rowAt(event);
  if (row !== null) showRecord(row);
});

/* One row of each picture can be reached by Tab; the arrow keys go on from there. */
document.addEventListener("focusin", (event) => {
  const row = rowAt(event);
  if (row === null) return;
  row.parentElement.querySelector('[tabindex="0"]').setAttribute("tabindex", "-1");
  row.setAttribute("tabindex", "0");
  showRecord(row);
});

document.addEventListener("keydown", (event) => {
  const row = rowAt(event);
  if (row === null) return;
  const rows = [...row.parentElement.querySelectorAll(".row")];
  const at = rows.indexOf(row);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (rows[next] === undefined) return;
  event.preventDefault();
  rows[next].focus();
});

/* A link into something closed opens it. */
function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
  for (let at = target.closest("details"); at !== null; at = at.parentElement.closest("details")) at.open = true;
  target.scrollIntoView();
}

/* Paper shows what is closed. */
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});

addEventListener("hashchange", reveal);
addEventListener("DOMContentLoaded", () => {
  setUpTheme();
  setUpFilters();
  reveal();
});
`;
