"""One round, told from its entries alone, and bundled for a dispute."""
