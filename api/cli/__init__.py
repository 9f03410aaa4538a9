"""The command line: `touchline`. A file for each group of commands; what they share: console, failures, store."""
