"""What the back office reads of the books: gaming days, takings against theory, tickets, events."""
