"""Whether a path looks like one of a file, by its shape alone: nothing is looked up.

`strong`: its name is one that files have. `weak`: it may be a file, and may be something else with a slash in it.
"""

from typing import Final, Literal

from renkei import lazy_re as re

Likeness = Literal["strong", "weak", "none"]

_EXTENSION_WORDS: Final = """
    ada adb ads al applescript as asciidoc asm asp aspx astro awk bas bash bat bats bazel bib bicep blade build bzl
    c cbl cc cfc cfg cfm cgi cjs cl clj cljc cljs cls cmake cmd cnf cob coffee conf config cpp cppm cr cs csh cshtml
    cson csproj css csv cts cu cuh cxx d dart dat def desktop diff dockerfile dot dpr dtd dts ebnf editorconfig edn
    ejs el elm eml env eps erb erl ex exs f f03 f08 f77 f90 f95 fbs feature fish for frag fs fsi fsproj fsx fth ftl
    gd gdshader gemspec geojson gitignore gleam glsl gn gni go godot gql gradle graphql graphqls groovy gsp gyp h
    haml handlebars hbs hcl heex hh hlsl hpp hrl hs htm html http hx hxx idl idr in inc inf ini inl ino ipp ipynb
    iss j2 janet java jbuilder jenkinsfile jinja jinja2 jl js json json5 jsonc jsonl jsonnet jsp jsx just kdl key ks
    kt kts launch lean leex less lhs libsonnet liquid lisp ll loc lock log lsp lua m m4 mak mako markdown md mdc
    mdoc mdown mdx metal mjs mk ml mli mll mly mm mod module move mts mustache nasm ndjson nim nims nix nomad nqp
    nsi nu odin opam org out p pas patch pde php phtml pl plist plsql pm po podspec pony pot pp prisma pro prolog
    properties props proto ps1 psd1 psm1 pug purs pxd pxi py pyi pyproj pyw pyx qml r rake rb rbi rbs re rego rei
    res resx rkt rmd rockspec rs rsc rst rtf ru s sas sass sbt sc scala scm scpt scss sed service sh shader sln
    smithy smk sol spec sql sqlproj srt ss st storyboard strings styl sum surql sv svelte svg svh swift t tab tac
    tcl tcss templ template tera tex textile tf tfstate tfvars thrift timer tmpl toml tpl trigger ts tscn tsconfig
    tsv tsx twig txt typ types ui v vala vb vbproj vbs vcl vcxproj vert vhd vhdl vim vm vue wasm wat webmanifest
    wgsl wit work wsdl wsgi x xaml xcconfig xhtml xib xlf xmake xml xq xsd xsl xslt yaml yang yara yml zig zon zsh
"""
EXTENSIONS: Final = frozenset(_EXTENSION_WORDS.split())

_NAME_WORDS: Final = """
    appfile authors brewfile build.bazel caddyfile capfile cartfile changelog changes codeowners configure
    containerfile contributing contributors copying dangerfile dockerfile doxyfile earthfile fastfile gemfile
    gnumakefile gradlew guardfile install jenkinsfile justfile kbuild kconfig licence license maintainers makefile
    meson mvnw notice pipfile podfile procfile puppetfile rakefile readme sconscript sconstruct snakefile thorfile
    tiltfile vagrantfile workspace wscript
"""
_NAMES: Final = frozenset(_NAME_WORDS.split())
# Words that are also in prose: `install:3` is no file, `INSTALL:3` is one.
_SPELLED: Final = frozenset(
    {"authors", "build", "changes", "configure", "contributing", "install", "notice", "workspace"}
)
_PRODUCTS: Final = re.compile(r"(?:node|next|nuxt|vue|react|three|d3|express|ember|angular)\.js", re.IGNORECASE)
_DOTFILE: Final = re.compile(
    r"\.(?:env|git|docker|npm|yarn|eslint|prettier|babel|editor|python|ruby|node|bash|zsh|vim)"
)
_DOTFILE_ENDS: Final = ("rc", "ignore", "profile", "config", "attributes", "modules", "version", "flake8", "mailmap")
_EXTENSION: Final = re.compile(r"(?=[0-9]*[A-Za-z])[A-Za-z0-9_+-]{1,16}")
_HOST: Final = re.compile(
    r"(?:[\w-]+\.)*localhost|(?:[\w-]+\.)+(?:com|org|net|io|dev|co|jp|uk|de|fr|eu|cn|edu|gov|info|local|internal|lan|invalid)"
    r"|[0-9]+(?:\.[0-9]+){3}",
    re.IGNORECASE,
)
_WORDS: Final = re.compile(r"(?=.*[a-z])(?![0-9]+/)[\w.@+~/()\[\]{}-]+", re.ASCII)


def file_likeness(path: str, *, quoted: bool) -> Likeness:
    """How much it looks like a file. `quoted`: it stood in back-ticks, so it is at least meant as code."""
    _, slash, name = path.rpartition("/")
    if not has_letter(name) or "//" in path:
        return "none"
    if _is_word_of_a_file(path.split(".", 1)[0]):
        return "strong"
    if _HOST.fullmatch(path.split("/", 1)[0]):
        return "none"
    if _is_well_known(name, quoted):
        return "strong"
    if not slash:
        return "weak" if quoted and name.startswith(".") else "none"
    stem, dot, extension = name.rpartition(".")
    if dot and (stem or quoted) and _EXTENSION.fullmatch(extension):
        return "weak"
    return "weak" if quoted or _WORDS.fullmatch(path) else "none"


_NO_CLAIM: Final = re.compile(r"[*?<>{}$|\s\"'`\[\]…~@=&%,;!\\:]|\.\.\.|//|^/|^-|^\.\.")
"""Globs, placeholders, commands and routes."""
_AMBIGUOUS_WORDS: Final = """
    al as at build d dat def desktop diff dot env f for frag in inc key launch loc log m mod module move out p po pro re
    res s service spec ss st sum t tab template timer trigger types ui v work x
"""
_AMBIGUOUS: Final = frozenset(_AMBIGUOUS_WORDS.split())
"""Extensions that are words as well: without a line they tell too little."""


def claims_to_exist(path: str) -> bool:
    """Whether a path without a line claims that a file is there: it has a slash and a known extension."""
    folder, slash, name = path.rpartition("/")
    if not slash or _NO_CLAIM.search(path) or _HOST.fullmatch(path.split("/", 1)[0]):
        return False
    if any(has_extension(part) or _is_titled(part) for part in folder.split("/")):  # `package.json/yarn.lock` are two
        return False
    return _has_sure_extension(name)


def is_called_like_a_file(name: str) -> bool:
    """Whether a name without a folder is one that only files have."""
    return "/" not in name and _has_sure_extension(name) and file_likeness(name, quoted=False) == "strong"


def _has_sure_extension(name: str) -> bool:
    return has_extension(name) and name.rpartition(".")[2].lower() not in _AMBIGUOUS


def has_extension(path: str) -> bool:
    """Whether its name ends in an extension that files of code and documents have."""
    stem, dot, extension = path.rpartition("/")[2].rpartition(".")
    return bool(dot and stem) and extension.lower() in EXTENSIONS and has_letter(stem)


def has_letter(name: str) -> bool:
    """A name without any is a number, a time or a ratio."""
    return not name.endswith(".") and any(map(str.isalpha, name))


def _is_well_known(name: str, quoted: bool) -> bool:
    stem, dot, extension = name.rpartition(".")
    if not dot:
        return _is_word_of_a_file(name)
    if name.startswith("."):
        return extension.lower() in EXTENSIONS or _is_dotfile(name)
    if extension.lower() in EXTENSIONS:
        return has_letter(stem) and not _PRODUCTS.fullmatch(name)
    return _is_word_of_a_file(name.split(".", 1)[0])


def _is_word_of_a_file(word: str) -> bool:
    lowered = word.lower()
    return lowered in _NAMES and (lowered not in _SPELLED or word.isupper() or word == "configure")


def _is_titled(word: str) -> bool:
    """Whether it is a name that no folder has: `Makefile`."""
    return word[:1].isupper() and _is_word_of_a_file(word)


def _is_dotfile(name: str) -> bool:
    return bool(_DOTFILE.match(name)) or name.endswith(_DOTFILE_ENDS)
