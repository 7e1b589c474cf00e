// Shows what the house itself says of its questions over HTTP; nothing is asked of anybody else.
"use strict";

SwaggerUIBundle({ url: "/api/docs/openapi.json", dom_id: "#viewer", validatorUrl: null });
