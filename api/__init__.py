"""How the world reaches Touchline: FastAPI, GraphQL, command line, exports, web pages."""
