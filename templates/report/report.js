"use strict";
// Tables that sort by any column and show only the rows that hold what is typed. Nothing of a student stands here.
(() => {
    const collator = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });
    const told = document.getElementById("rows-shown").dataset.text;

    function key(row, at) {
        const cell = row.cells[at];
        return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent.trim();
    }

    // Numbers before texts; what is missing last, whatever the direction.
    function compare(a, b, direction) {
        const missing = (value) => value === "–" || value === "";
        if (missing(a) || missing(b)) return missing(a) - missing(b);
        if (typeof a === "number" && typeof b === "number") return direction * (a - b);
        return direction * collator.compare(String(a), String(b));
    }

    function sort(table, heading) {
        const ascending = heading.getAttribute("aria-sort") !== "ascending";
        const at = heading.cellIndex;
        const rows = [...table.tBodies[0].rows];
        const keyed = rows.map((row) => [key(row, at), row]);
        keyed.sort(([a], [b]) => compare(a, b, ascending ? 1 : -1));
        table.tBodies[0].append(...keyed.map(([, row]) => row));
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    }

    function filter(table, text, shown) {
        const wanted = text.trim().toLocaleLowerCase();
        let count = 0;
        for (const row of table.tBodies[0].rows) {
            row.hidden = !row.textContent.toLocaleLowerCase().includes(wanted);
            count += row.hidden ? 0 : 1;
        }
        shown.textContent = wanted ? told.replace("{}", count).replace("{}", table.tBodies[0].rows.length) : "";
    }

    for (const table of document.querySelectorAll("table.sortable")) {
        for (const heading of table.tHead.rows[0].cells) {
            const button = document.createElement("button");
            button.type = "button";
            button.append(...heading.childNodes);
            button.addEventListener("click", () => sort(table, heading));
            heading.append(button);
        }
        const controls = document.getElementById("controls").content.cloneNode(true);
        const shown = controls.querySelector(".shown");
        controls.querySelector("input").addEventListener("input", (event) => filter(table, event.target.value, shown));
        table.before(controls);
    }
})();
