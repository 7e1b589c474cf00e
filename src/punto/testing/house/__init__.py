"""A house under attack: a load of clients, a process to kill, and an audit of what is left."""
