# SPDX-License-Identifier: MIT
"""Programs of the distribution that are unpacked under build/foreign instead of being installed.

Used by tests/programs/run. Installing bind9 would start a name server, and installing the
distribution's Node would replace the one that is here: so their packages, with the dependencies
that the machine lacks, are fetched by apt and unpacked separately. Nothing of them enters the
repository. Neither root nor a host name is needed: apt knows where its packages are.
"""
import fcntl
import os
import re
import shutil
import subprocess
import tempfile

from children import CHILDREN

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOREIGN = os.path.join(ROOT, "build", "foreign")
APT_LIMIT_S = 600


class Unavailable(Exception):
    """Something is not available on this machine; the text says why."""


def call(command, directory=None):
    """What a command prints; Unavailable when it fails."""
    try:
        done = CHILDREN.run(command, cwd=directory, text=True, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            timeout=APT_LIMIT_S, env={**os.environ, "LC_ALL": "C"})
    except OSError as error:
        raise Unavailable(f"{command[0]}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"{' '.join(command)}: still running after {APT_LIMIT_S} s") from error
    if done.returncode != 0:
        lines = done.stdout.strip().splitlines() or [f"exit status {done.returncode}"]
        raise Unavailable(f"{' '.join(command[:3])}: {lines[-1]}")
    return done.stdout


def candidate(package):
    """The version of a package that apt would install."""
    found = re.search(r"^  Candidate: (\S+)$", call(["apt-cache", "policy", package]), re.M)
    if not found or found.group(1) == "(none)":
        raise Unavailable(f"apt knows no package {package}")
    return found.group(1)


def is_installed(package):
    done = CHILDREN.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", package],
                        text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.returncode == 0 and done.stdout == "installed"


def closure(wanted):
    """["name=version"] of the requested packages, and of their dependencies that are not installed.
    """
    install = ["apt-get", "-s", "install", "--no-install-recommends", "--allow-downgrades"]
    try:
        said = call([*install, *wanted])
        needed = re.findall(r"^Inst (\S+) (?:\[\S+\] )?\((\S+)", said, re.M)
    except Unavailable:
        # Installed packages conflict with these; then as if nothing were installed.
        said = call([*install, "-o", "Dir::State::status=/dev/null", *wanted])
        needed = [(name, version) for name, version in
                  re.findall(r"^Inst (\S+) \((\S+)", said, re.M) if not is_installed(name)]
    names = {entry.split("=")[0] for entry in wanted}
    return wanted + [f"{name}={version}" for name, version in needed if name not in names]


def make_reachable_for_apt(directory):
    """apt's own user must be able to write here, or apt complains that it cannot be used."""
    os.chmod(directory, 0o755)
    if os.geteuid() == 0:
        try:
            shutil.chown(directory, "_apt")
        except LookupError:
            pass


def known(stem):
    """The newest version of this name that an earlier run has unpacked."""
    if not os.path.isdir(FOREIGN):
        return None
    paths = [os.path.join(FOREIGN, name) for name in os.listdir(FOREIGN)
             if name.startswith(stem + "_")]
    return max(paths, key=os.path.getmtime, default=None)


def make(stem, version, fill):
    """build/foreign/STEM_VERSION; fill(directory) returns what is kept under that name."""
    # Without the epoch: a colon would split a search path.
    target = os.path.join(FOREIGN, f"{stem}_{version.split(':')[-1]}")
    if os.path.isdir(target):
        return target
    os.makedirs(FOREIGN, exist_ok=True)
    # Another suite may fetch the same at the same time.
    with open(os.path.join(FOREIGN, f".{stem}.lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.isdir(target):
            with tempfile.TemporaryDirectory(dir=FOREIGN, prefix=f".{stem}-") as directory:
                make_reachable_for_apt(directory)
                print(f"fetching {stem} {version}", flush=True)
                os.rename(fill(directory), target)
    return target


def unpack(stem, package, more=()):
    """The root of an unpacked package, with `more` packages of the same version."""

    def fill(directory):
        call(["apt-get", "-q", "download", *closure([f"{package}={version}", *exact])], directory)
        root = os.path.join(directory, "root")
        for name in sorted(os.listdir(directory)):
            if name.endswith(".deb"):
                call(["dpkg-deb", "-x", os.path.join(directory, name), root])
        return root

    try:
        version = candidate(package)
        exact = [f"{name}={version}" for name in more]
        return make(stem, version, fill)
    except Unavailable:
        if known(stem):
            return known(stem)
        raise


def source_versions(package, binary):
    """Versions of the source of a binary package, its own first, then others of the same release
    (a mirror may lack files of the newest)."""
    own = candidate(binary)
    release = own.rsplit("-", 1)[0]
    said = call(["apt-cache", "showsrc", package])
    others = [version for version in re.findall(r"^Version: (\S+)$", said, re.M)
              if version.rsplit("-", 1)[0] == release and version != own]
    return [own, *others]


def download_source(package, versions, directory):
    for version in versions:
        try:
            call(["apt-get", "-q", "source", "--download-only", f"{package}={version}"], directory)
            return
        except Unavailable as error:
            failure = error
    raise failure


def source(package, binary):
    """The unpacked source that a binary package was built from."""

    def fill(directory):
        setup = os.path.join(ROOT, "tools", "setup")
        if os.access(setup, os.X_OK):
            call([setup, "sources"])
        download_source(package, source_versions(package, binary), directory)
        dsc = [name for name in os.listdir(directory) if name.endswith(".dsc")]
        unpacked = os.path.join(directory, "source")
        call(["dpkg-source", "-x", dsc[0], unpacked], directory)
        return unpacked

    stem = f"{package}-source"
    try:
        return make(stem, candidate(binary), fill)
    except Unavailable:
        if known(stem):
            return known(stem)
        raise


def bind():
    return unpack("bind9", "bind9", ["bind9-utils"])


def knot_resolver():
    return unpack("kresd", "knot-resolver")


def netdata():
    return unpack("netdata", "netdata-core")


def node_library():
    """The package with the distribution's Node: its number differs in every release."""
    names = re.findall(r"^libnode(\d+)$", call(["apt-cache", "pkgnames", "libnode"]), re.M)
    for number in sorted(map(int, names), reverse=True):
        try:
            candidate(f"libnode{number}")
            return f"libnode{number}"
        except Unavailable:
            continue
    raise Unavailable("apt knows no package libnode with a number")


def node():
    """build/foreign/nodeMAJOR_VERSION"""
    try:
        library = node_library()
        major = candidate(library).split(":")[-1].split(".")[0]
        return unpack(f"node{major}", library, ["nodejs"])
    except Unavailable:
        if known_node():
            return known_node()
        raise


def known_node():
    """The newest Node that an earlier run has unpacked."""
    if not os.path.isdir(FOREIGN):
        return None
    stems = {name.split("_")[0] for name in os.listdir(FOREIGN) if re.match(r"node\d+_", name)}
    return max(filter(None, map(known, stems)), key=os.path.getmtime, default=None)


def node_major():
    return int(re.match(r"node(\d+)_", os.path.basename(node())).group(1))


def node_source():
    return source("nodejs", node_library())


def library_path(root):
    """Where the shared libraries of an unpacked package are."""
    above = os.path.join(root, "usr", "lib")
    places = [os.path.join(above, name) for name in sorted(os.listdir(above)) if "-linux-" in name]
    return ":".join(places)
