"""Checks Sudoku proofs: python verify.py [FOLDER or ZIP]. It needs only Python.

manifest.json   the SHA-256 of every other file, and the puzzles without a proof
rules-N.json    the digits, the cells and the rules, as statements about cells
rules-N.cnf     the same as clauses (DIMACS): each clause says that one of its literals is true
puzzle-N.json   the givens, what is claimed about them, and the solutions
proof-N.drat    clauses that each follow from what comes before, until there is a contradiction

With n digits, variable c * n + d means: cell c (from 0, as rules-N.json lists them) holds digit d
(from 1). The literal -v means that v is false. More variables stand for sets and lists of digits.
"""
import functools, hashlib, itertools, json, math, operator, pathlib, re, sys, zipfile

SIGNS = {"=": operator.eq, "!=": operator.ne, "<=": operator.le, ">=": operator.ge}
MEASURES = {"sum": sum, "span": lambda v: max(v) - min(v), "rise": lambda v: v[-1] - v[0]}
SOLUTIONS = {"unique": 1, "multiple": 2, "none": 0}
CELL = '"r[1-9][0-9]{0,2}c[1-9][0-9]{0,2}"'
NAME = r'"((puzzle|rules)-\d{1,9}[.]json|rules-\d{1,9}[.]cnf|proof-\d{1,9}[.]drat|verify[.]py)"'
LAW = '"(different|set|fillings|list)", "((sum|span|rise) (=|!=|<=|>=) -?[0-9]{1,9})?", '
LARGEST, MOST, FAULTS = 1 << 30, 1 << 24, Exception  # bytes of a file, literals, why to refuse
def need(is_so, reason):
    if not is_so: raise ValueError(reason)
def shaped(what, pattern, *values):
    need(re.fullmatch(rf"\[{pattern}\]", json.dumps(values)), f"{what}: the wrong shape or texts")
def some(text): return rf"\[({text}(, {text})*)?\]"  # a list

def statements_of(rules):
    """What the rules say: about the rows, columns and regions of each grid, and all the rest."""
    houses, places = {}, range(len(rules["digits"]))
    for corner, r, c in itertools.product(rules["grids"], places, places):
        top, left = map(int, re.findall("[0-9]+", corner))
        for house in f"row {r + 1}", f"column {c + 1}", f"region {rules['regions'][r][c]}":
            cells = houses.setdefault(f"{house} of the grid at {corner}", [])
            cells.append(f"r{top + r}c{left + c}")
    return [dict(rule=h, kind="different", cells=houses[h]) for h in houses] + rules["statements"]

def checked(rules):
    """The rules. They may mean one thing only, and name digits and cells that exist, each once."""
    digits, cells, regions = map(rules.get, ("digits", "cells", "regions"))
    shaped("the rules", ", ".join(['"[0-9A-Za-z]{1,64}"', "-?[0-9]{1,3}", some(CELL), some(CELL),
           some('"[A-Z.]+"')]), digits, rules["lowest"], cells, rules["grids"], regions)
    n, total = len(digits), len(digits) ** 2 * (len(cells) + len(digits) * len(rules["grids"]))
    need(len({*digits}) == n and len({*cells}) == len(cells), "a digit or cell is repeated")
    need(total <= MOST and (not regions or {len(regions), *map(len, regions)} == {n}),
         "the regions do not fit, or the rules are too large")
    for law in statements_of(rules):
        kind, size, allowed = law["kind"], len(law["cells"]), law.get("allowed", [])
        shaped("a statement", LAW + some(CELL) + ", " + some(f'"[{digits}]{{{size}}}"'), kind,
               law.get("relation", ""), law["cells"], allowed)
        need(len({*law["cells"]} & {*cells}) == size > 0, "a rule repeats a cell, or it is unknown")
        need(("relation" in law) + ("allowed" in law) == (kind != "different"), "an unclear rule")
        is_sorted = all([*text] == sorted({*text}, key=digits.index) for text in allowed)
        need(kind != "set" or is_sorted, "the digits of a set are not in order")
        total += size * n * {"set": math.comb(n, size), "fillings": n ** size}.get(kind, size)
        need(total <= MOST, "the rules are too large")
    return rules

def holds(law, rules, digits):
    """Whether a statement is true of the digits in its cells. Here the first digit is 0."""
    if law["kind"] in ("different", "set"):
        if len(set(digits)) < len(digits): return False
        digits = sorted(digits)  # their order does not matter
    if "allowed" in law:
        return "".join(rules["digits"][digit] for digit in digits) in law["allowed"]
    measure, sign, bound = law.get("relation", "sum >= -999999999").split()
    return SIGNS[sign](MEASURES[measure]([rules["lowest"] + d for d in digits]), int(bound))

def clauses_of(rules):
    """The rules as clauses, and the number of variables."""
    n, clauses = len(rules["digits"]), []
    literals = {cell: [c * n + d + 1 for d in range(n)] for c, cell in enumerate(rules["cells"])}
    variables = len(literals) * n
    def one_of(some, exactly):  # exactly one of some literals is true, or at most one
        clauses.extend([some] * exactly + [[-a, -b] for a, b in itertools.combinations(some, 2)])
    for cell in rules["cells"]: one_of(literals[cell], True)
    for law in statements_of(rules):
        cells = [literals[cell] for cell in law["cells"]]
        for places in zip(*cells) if law["kind"] in ("different", "set") else ():
            one_of(list(places), len(cells) == n)
        if law["kind"] == "fillings":  # exclude each filling that is not allowed
            for s in itertools.product(range(n), repeat=len(cells)):
                if not holds(law, rules, s): clauses.append([-c[d] for c, d in zip(cells, s)])
        if law["kind"] in ("set", "list"):  # a variable for each set or list that is allowed
            every = itertools.combinations(range(n), len(cells)) if law["kind"] == "set" else [
                [*map(rules["digits"].index, text)] for text in law["allowed"]]
            found = [digits for digits in every if holds(law, rules, digits)]
            clauses.append([variables + number for number in range(1, len(found) + 1)])
            for digits in found:
                variables += 1
                if law["kind"] == "list": needs = [[cell[d]] for cell, d in zip(cells, digits)]
                else: needs = [each for d, places in enumerate(zip(*cells)) for each in (
                    [places] if d in digits else [[-place] for place in places])]
                clauses += [[-variables, *each] for each in needs]
    return clauses, variables

def refute(variables, clauses, proof):
    """Check that each clause of a proof follows: if it were false, a contradiction would follow."""
    done, true = False, [False] * (2 * variables + 1)  # the known literals; -v is at index -v
    holding = [[] for _ in true]  # for each literal, the clauses that hold it
    def contradicts(literals):
        for literal in literals:  # this list grows
            if true[-literal]: return True
            if true[literal]: continue
            true[literal] = True
            for clause in holding[-literal]:
                free = [other for other in clause if not true[-other]]
                if not free: return True
                if len(free) == 1 and not true[free[0]]: literals.append(free[0])  # it must be true
    for number, clause in enumerate(clauses + proof, 1 - len(clauses)):
        free = [literal for literal in clause if not true[-literal]]
        if number > 0 and not done:
            assumed = [-literal for literal in free]
            need(contradicts(assumed), f"clause {number} of the proof does not follow: {clause}")
            for literal in assumed: true[literal] = False
        for literal in clause: holding[literal].append(clause)
        done = done or not free or (len(free) == 1 and not true[free[0]] and contradicts(free))
    need(done, "the proof does not end in a contradiction")

def opened(path):
    """The manifest of a folder or ZIP file, and a function that reads its files."""
    raw = zipfile.ZipFile(path).open if path.is_file() else lambda name: (path / name).open("rb")
    def content(name):
        with raw(name) as file: return file.read(LARGEST)  # the rest would change the hash
    manifest = json.loads(content("manifest.json"))
    shaped("names", some(NAME) + r", \[.*\]", [*manifest["sha256"]], manifest["without_proof"])
    need("puzzle-" in str(manifest["sha256"]) or manifest["without_proof"], "it names no puzzle")
    def read(name):
        wanted, data = manifest["sha256"][name], content(name)  # no other file is read
        need(hashlib.sha256(data).hexdigest() == wanted, f"{name} changed")
        return data.decode()
    return manifest, read

@functools.lru_cache(maxsize=4)
def rules_of(name, read):
    rules = checked(json.loads(read(f"{name}.json")))
    clauses, variables = clauses_of(rules)
    lines = [f"p cnf {variables} {len(clauses)}"] + [" ".join(map(str, [*c, 0])) for c in clauses]
    need(read(f"{name}.cnf").splitlines() == lines, f"{name}.cnf is not what {name}.json says")
    return rules, clauses, variables

def check(name, read):
    """Check one puzzle, and return what is proved about it."""
    puzzle = json.loads(read(name))
    rules, clauses, variables = rules_of(puzzle["rules"], read)
    digits, size, n = rules["digits"], len(rules["cells"]), len(rules["digits"])
    claim, solutions, left = puzzle["claim"], puzzle["solutions"], puzzle.get("not_interpreted", [])
    grids = f'"[{digits}.]{{{size}}}", ' + some(f'"[{digits}]{{{size}}}"')
    shaped(f"the claim, about {size} cells", grids + r', "[a-z]+", \[.*\]',
           puzzle["givens"], solutions, claim, left)
    need(len({*solutions}) == len(solutions) == SOLUTIONS[claim], f"{claim}, but {solutions=}")
    def literals(text): return [c * n + digits.index(d) + 1 for c, d in enumerate(text) if d != "."]
    givens = literals(puzzle["givens"])
    for solution in solutions:
        need({*givens} <= {*literals(solution)}, "a solution changes a given")
        at = dict(zip(rules["cells"], map(digits.index, solution)))
        for law in statements_of(rules):
            is_kept = holds(law, rules, [at[cell] for cell in law["cells"]])
            need(is_kept, f"{solution} breaks {law['rule']}: {law['cells']}")
    if claim != "multiple":
        others = [[-literal for literal in literals(solution)] for solution in solutions]
        proof = [[*map(int, line.split())] for line in read(puzzle["proof"]).splitlines()]
        need(all(c[-1:] == [0] and all(0 < abs(v) <= variables for v in c[:-1]) for c in proof),
             "a line is not a clause: numbers of variables, then 0")
        refute(variables, clauses + [[v] for v in givens] + others, [c[:-1] for c in proof])
    return claim + f"; parts that were not interpreted: {len(left)}" * bool(left)

def main(path="."):
    try: manifest, read = opened(pathlib.Path(path))
    except FAULTS as fault: sys.exit(f"refused: {str(fault)!a}")
    code = 3 * bool(manifest["without_proof"])
    if code: print(f"puzzles without a proof: {len(manifest['without_proof'])}")
    for name in filter(re.compile("puzzle-").match, manifest["sha256"]):
        try: claim = check(name, read)
        except FAULTS as fault: claim, code = f"refused: {str(fault)!a}", 1
        code = code or 3 * (";" in claim)  # parts that were not interpreted
        print(f"{name}: {claim}")
    return code

if __name__ == "__main__": sys.exit(main(*sys.argv[1:]))
