"use strict";
// Pages forbid styles in their text; those of our own drawings and formulas are put in their places from here. A drawing that
// does not say its name is called by what stands below it, or by the heading above it; what scrolls by itself can be reached by the keyboard.
function styled(root) {
  for (const one of root.querySelectorAll("[data-style]")) one.style.cssText = one.dataset.style;
  for (const one of root.querySelectorAll("svg:not([aria-label], svg svg)")) {
    const figure = one.closest("figure"), section = one.closest("section, fieldset, .worked");
    const name = (figure && figure.querySelector("figcaption")) || (section && (section.querySelector("h3, legend") || section.previousElementSibling));
    if (name) one.setAttribute("aria-label", name.textContent.trim());
  }
  for (const one of root.querySelectorAll("pre, .booklet table, .formula, figure, .drawing")) if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
}
styled(document);
