"""Links of puzz.link, in the notation that pzpr began, one file per kind of puzzle."""
