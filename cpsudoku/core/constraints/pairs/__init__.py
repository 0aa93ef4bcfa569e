"""Rules for two cells that touch: dots, XV, greater than, and their negatives."""
