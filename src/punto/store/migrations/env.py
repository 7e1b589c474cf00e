"""How Alembic runs the migrations: on the connection that it is given, in its transaction."""

from alembic import context

from punto.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
