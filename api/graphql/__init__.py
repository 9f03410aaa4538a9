"""The GraphQL API: a schema derived from the domain's own classes, and what carries it over HTTP and WebSockets."""
