"""What rows are examined for on the way: answers, minimality, forms, duplicates, other sets."""
