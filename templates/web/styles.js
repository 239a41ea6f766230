"use strict";
// Pages forbid styles in their text; those of our own drawings and formulas are put in their places from here.
function styled(root) {
  for (const one of root.querySelectorAll("[data-style]")) one.style.cssText = one.dataset.style;
}
styled(document);
