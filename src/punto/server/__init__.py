"""The house open to the world: HTTP and WebSocket, the clock of the tables, sign-in."""
