"""What must agree between the translations of a page, between pages, and between a page and its review."""
