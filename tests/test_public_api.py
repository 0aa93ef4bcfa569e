"""docs/public-api.txt: nothing public comes, goes or changes unnoticed."""

from scripts.public_api import FILE, lines


def test_the_list_of_what_is_public_is_up_to_date() -> None:
    known, found = FILE.read_text(encoding="utf-8").splitlines(), lines()
    gone, new = set(known) - set(found), set(found) - set(known)
    advice = "run scripts/public_api.py, and name the change in CHANGELOG.md (docs/versions.md)"
    assert not gone, f"{sorted(gone)} can't simply disappear: {advice}"
    assert not new, f"{sorted(new)} is new: {advice}"
    assert known == found
    assert len(set(found)) == len(found) > 900
