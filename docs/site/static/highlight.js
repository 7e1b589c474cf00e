// Takes the marks of a search away again. Sphinx makes a link of script for that, which the house's
// policy does not run; what it calls is the same.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".highlight-link a")) return;
  event.preventDefault();
  SphinxHighlight.hideSearchWords();
});
