# Makes .venv if it is missing or out of date. The other scripts source this file.
# usage: make_environment EXTRA   (an extra of pyproject.toml: all, test)

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
venv=$root/.venv

find_python() {
    for python in "${PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
    echo "cpsudoku: needs Python 3.11 or newer with venv (Debian: apt install python3-venv)" >&2
    return 2
}

# The path of the checkout, and the files that determine the installed packages.
wanted() { echo "$root" | cat - "$root/pyproject.toml" "$root/constraints.txt"; }

is_made() { wanted | cmp -s - "$venv/made-$1" 2>/dev/null; }

make_environment() {
    extra=$1
    is_made "$extra" && return
    mkdir -p "$venv"
    (
        flock 9 2>/dev/null || true # if two first calls run at once, the second waits
        is_made "$extra" && exit
        echo "cpsudoku: installing into $venv (once, about a minute)" >&2
        python=$(find_python) || exit 2
        "$python" -m venv "$venv" &&
            "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
                --constraint "$root/constraints.txt" -e "$root[$extra]" >&2 &&
            wanted >"$venv/made-$extra" &&
            name_the_command
    ) 9>"$venv/lock" || {
        echo "cpsudoku: the installation failed; what went wrong is above" >&2
        exit 2
    }
}

name_the_command() {
    cat >&2 <<END
cpsudoku: installed. To type 'cpsudoku' in this shell, run:
    . '$venv/bin/activate'
To have it in every shell, install it with uv:
    uv tool install '$root[all]'
END
}
