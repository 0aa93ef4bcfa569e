"""Rules that state any relation: pairs, line expressions, any of and all of."""
