"""Everything checked again from the first entry: chains, ledger, tables, shoes, payments."""
