"""How the documentation site is made: Sphinx, Markdown by MyST, the theme Furo.

The house sends its pages with the same policy as its client: no script and no style sheet stands
in a page. The templates here move what Furo would put there into files.
"""

import punto

project = "punto"
author = "The punto authors"
release = version = punto.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
root_doc = "index"
# The console examples are no language; what they show is held against the commands by tests.
highlight_language = "text"
myst_heading_anchors = 4
# Quotation marks stand in the pages as they should be read.
smartquotes = False

# Docstrings quote code as Markdown does.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}
# Names as a reader would write them, and defaults as they stand in the source.
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "furo"
html_title = f"punto {release}"
html_favicon = "static/icon.svg"
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["punto.css"]
html_js_files = ["highlight.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_domain_indices = False
