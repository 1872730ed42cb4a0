"""Writes files for packagers from the program itself: icons, man pages, completions, version resource.

    python packaging/exports.py FOLDER      in an environment with Shoal's libraries (`packaging/build.py`)

Everything is made from the program: the icons from our own drawing, the pages from the parser.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QRectF, QSize  # noqa: E402  (the path first)
from PySide6.QtGui import QGuiApplication, QPainter, QTextDocument  # noqa: E402
from PySide6.QtSvg import QSvgGenerator  # noqa: E402

from app import VERSION  # noqa: E402
from app.cli import COMMANDS, parser_of  # noqa: E402
from app.screens.manual import manual_page, manual_text  # noqa: E402
from ui.art.app_icon import icon_files, paint_app_icon  # noqa: E402

SVG_SIDE = 256
SYNOPSIS = "card and board games with the people on your network, without a server"
ABOUT = """.SH DESCRIPTION
Without a command the window opens: host a table, join one, play against bots, or continue a game.
No server is needed: the players' programs talk to each other directly. They shuffle the deck together, so
nobody knows or steers its order, and every program checks every shuffle, card and move.
"""
FILES = r"""
.SH FILES
.TP
.I ~/.local/share/shoal
Identity, settings, journal and records of this user.
.SH ENVIRONMENT
.TP
.B SHOAL_HOME
Another folder for these files.
.SH EXIT STATUS
0 done, 1 a check failed or no game was played, 2 wrong usage.
"""


def main(words: list[str]) -> int:
    """Write all files into a folder."""
    [folder] = map(Path, words)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication(["shoal"])
    files = {
        **icon_files(),
        **man_pages(),
        "shoal.bash": bash().encode(),
        "_shoal": zsh().encode(),
        "shoal.fish": fish().encode(),
        "manual.html": manual_html().encode(),
        "shoal-manual.6": manual_roff().encode(),
        "version.txt": windows_version().encode(),
        "commit.txt": os.environ.get("SHOAL_COMMIT", "").encode(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    write_svg(folder / "shoal.svg")
    del app
    return 0


def write_svg(path: Path) -> None:
    """Write the icon as SVG."""
    drawing = QSvgGenerator()
    drawing.setFileName(str(path))
    drawing.setSize(QSize(SVG_SIDE, SVG_SIDE))
    drawing.setViewBox(QRectF(0, 0, SVG_SIDE, SVG_SIDE))
    drawing.setTitle("Shoal")
    painter = QPainter(drawing)
    paint_app_icon(painter, QRectF(0, 0, SVG_SIDE, SVG_SIDE))
    painter.end()


def man_pages() -> dict[str, bytes]:
    """Return man pages by file name: `shoal.6`, and one for each command."""
    rows = "".join(f".TP\n.BR shoal\\-{_roff(c.word)} (6)\n{_roff(c.about)}\n" for c in COMMANDS)
    whole = (
        _head("shoal", SYNOPSIS)
        + ".SH SYNOPSIS\n.B shoal\n[\\fB\\-\\-version\\fR] [\\fB\\-\\-selftest\\fR] [\\fICOMMAND\\fR ...]\n"
        + ABOUT
        + ".SH COMMANDS\n"
        + rows
        + FILES
    )
    pages = {"shoal.6": whole.encode()}
    for command in COMMANDS:
        name = f"shoal-{command.word}"
        pages[f"{name}.6"] = (
            _head(name, command.about)
            + f".SH DESCRIPTION\n{_roff(command.description)}\n"
            + _options(command.word)
            + FILES
            + _SEE
        ).encode()
    return pages


_SEE = ".SH SEE ALSO\n.BR shoal (6)\n"


def _head(name: str, about: str) -> str:
    day = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC).strftime("%Y-%m-%d")
    head = f'.TH {_roff(name.upper())} 6 "{day}" "Shoal {VERSION}" "Games"\n'
    return f"{head}.SH NAME\n{_roff(name)} \\- {_roff(about)}\n"


def _options(word: str) -> str:
    parser = parser_of(word)
    usage = parser.format_usage().removeprefix("usage: ").split()
    text = f".SH SYNOPSIS\n{_roff(' '.join(usage))}\n.SH OPTIONS\n"
    for action in shown(parser):
        names = ", ".join(f"\\fB{_roff(each)}\\fR" for each in action.option_strings)
        value = "" if action.nargs == 0 else f"\\fI{_roff(value_of(action))}\\fR"
        text += f".TP\n{' '.join(filter(None, (names, value)))}\n{_roff(help_of(action))}\n"
    return text


def shown(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments of a parser that its help shows."""
    return [each for each in parser._actions if each.help != argparse.SUPPRESS]


def value_of(action: argparse.Action) -> str:
    """Return the placeholder for an argument's value."""
    if isinstance(action.metavar, str):
        return action.metavar
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def help_of(action: argparse.Action) -> str:
    """Return the help of an argument."""
    return (action.help or "").replace("%%", "%") or "see shoal(6)"


def _roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def _words(word: str) -> list[str]:
    return [name for action in shown(parser_of(word)) for name in action.option_strings]


def manual_html() -> str:
    """Return the manual as an HTML page."""
    document = QTextDocument()
    document.setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, "Shoal: the manual")
    document.setMarkdown(manual_text())
    return document.toHtml()


def manual_roff() -> str:
    """Return the manual as a man page."""
    text = _head("shoal-manual", "how to play with the people on your network")
    for section in manual_page():
        text += f".SH {_roff(section.title.upper())}\n"
        for line in section.text.splitlines():
            mark = re.match(r"(- |\d+\. )", line)
            text += (
                f".IP {mark[1].strip().replace('-', chr(92) + '(bu')} 4\n"
                if mark
                else ".PP\n"
                if line
                else ""
            )
            text += _marked(line[mark.end() :] if mark else line) + "\n" if line else ""
    return text + _SEE


def _marked(line: str) -> str:
    """Turn a line of Markdown into roff: bold and literal words bold, slanted words slanted."""
    line = _roff(line)
    line = re.sub(r"\*\*(.+?)\*\*", r"\\fB\1\\fR", line)
    line = re.sub(r"`(.+?)`", r"\\fB\1\\fR", line)
    return re.sub(r"\*(.+?)\*", r"\\fI\1\\fR", line)


def bash() -> str:
    """Return the completions for bash."""
    cases = "\n".join(f'        {c.word}) words="{" ".join(_words(c.word))}" ;;' for c in COMMANDS)
    commands = " ".join([*(command.word for command in COMMANDS), "--help", "--selftest", "--version"])
    return f"""# bash completion for shoal, made from its parser
_shoal()
{{
    local current="${{COMP_WORDS[COMP_CWORD]}}" words=""
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "{commands}" -- "$current")
        return
    fi
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
    if [[ "$current" == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    else
        words="{" ".join(_games())}"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"; compgen -f -X '!*.shoal' -- "$current")
    fi
}}
complete -o default -F _shoal shoal
"""


def zsh() -> str:
    """Return the completions for zsh."""
    rows = "\n".join(f"    '{c.word}:{_plain(c.about)}'" for c in COMMANDS)
    cases = "\n".join(f"    {c.word}) _arguments {_zsh_words(c.word)} ;;" for c in COMMANDS)
    return f"""#compdef shoal
# made from its parser
local -a commands
commands=(
{rows}
)
if (( CURRENT == 2 )); then
  _describe command commands
  return
fi
case $words[2] in
{cases}
esac
"""


def _zsh_words(word: str) -> str:
    found = [
        f"'{name}[{_plain(help_of(action))}]{'' if action.nargs == 0 else ':' + action.dest}'"
        for action in shown(parser_of(word))
        for name in action.option_strings
    ]
    return " ".join([*found, f"'*:argument:(({' '.join(_games())}))'", "'*:file:_files'"])


def fish() -> str:
    """Return the completions for fish."""
    lines = ["# fish completion for shoal, made from its parser"]
    for command in COMMANDS:
        lines.append(
            f"complete -c shoal -n __fish_use_subcommand -a {command.word} -d '{_plain(command.about)}'"
        )
        for action in shown(parser_of(command.word)):
            lines += [
                f"complete -c shoal -n '__fish_seen_subcommand_from {command.word}' -l {name[2:]} "
                f"-d '{_plain(help_of(action))}'"
                for name in action.option_strings
                if name.startswith("--")
            ]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return text.translate({ord(sign): " " for sign in "'[]:\\"})


def _games() -> list[str]:
    from app.games.catalogue import OWN  # noqa: PLC0415

    return list(OWN)


def windows_version() -> str:
    """Return the version resource of the Windows programs, as PyInstaller reads it."""
    numbers = tuple(int(part) for part in f"{VERSION}.0.0.0".split(".")[:4])
    rows = {
        "CompanyName": "The Shoal developers",
        "FileDescription": "Shoal",
        "FileVersion": VERSION,
        "InternalName": "shoal",
        "LegalCopyright": "MIT License",
        "OriginalFilename": "shoal.exe",
        "ProductName": "Shoal",
        "ProductVersion": VERSION,
    }
    strings = ", ".join(f"StringStruct({name!r}, {value!r})" for name, value in rows.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0, "
        "OS=0x40004, fileType=1, subtype=0, date=(0, 0)), kids=[StringFileInfo([StringTable('040904B0', "
        f"[{strings}])]), VarFileInfo([VarStruct('Translation', [1033, 1200])])])"
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
