"""The program around the window: settings, past games, and tables in threads of their own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from app import messages
from app.animals import Animal, animal_of
from app.build import ANYWHERE, Environment, build_environment
from app.games.catalogue import catalogue
from app.games.fault import fault_text
from app.keep.crash import CrashWatch
from app.keep.files import write_whole
from app.keep.logs import Recent, close_log, open_log
from app.keep.profile import picture, rename
from app.keep.settings import LATER, UPGRADES, Settings, read_settings, write_settings
from app.keep.versions import back_up
from app.messages import Guest, Listener
from app.nearby.around import AroundListener
from app.records.recording import Progress, Recording
from app.screens.program import KeptGames, PastGame
from app.table.orders import Orders
from app.table.start import Spectating, Start
from net.errors import NetError
from net.lobby.identity import fingerprint
from rules.api import Face, Seat, Slot

if TYPE_CHECKING:  # imported on use, so that the window opens sooner
    from app.keep.journal import JournalFile
    from app.nearby.finder import Finder
    from app.records.evening import Evening, Played
    from app.records.scoring import Fresh, Scoring
    from app.records.statistics.tallying import ReportSums, Tallying

STOP_S = 8.0
ELSEWHERE = (
    "Another Shoal of yours is open on this computer, perhaps in a terminal. "
    "Nothing is lost: your games are there now, and will be here again when you close it."
)
log = logging.getLogger(__name__)


@dataclass(slots=True)
class RunningTable:
    """A table (`app.screens.program.Running`) in its own network thread."""

    env: Environment
    start: Start
    listener: Listener
    orders: Orders = field(default_factory=Orders)
    put: Callable[[messages.Order], None] = field(init=False)
    thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        self.put = self.orders.put
        self.thread = threading.Thread(target=self._run, name="net", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.orders.put(messages.Quit())
        self.thread.join(STOP_S)

    def _run(self) -> None:
        from app.table.tables import TableFailed, run_table  # noqa: PLC0415  (see above)
        from app.watching.search import WatchFailed  # noqa: PLC0415
        from app.watching.spectator import run_watch  # noqa: PLC0415

        try:
            if isinstance(self.start, Spectating):
                run_watch(self.start, self.env, orders=self.orders, listener=self.listener)
            else:
                run_table(self.start, self.env, orders=self.orders, listener=self.listener)
        except (TableFailed, WatchFailed) as why:
            self.listener(messages.Trouble(messages.TroubleKind.LOBBY, str(why), ends=True))
        # Top of a thread: anything uncaught is a bug, of ours or of a game's author. It must be seen.
        except Exception as why:
            log.exception("the network thread has failed")
            self.listener(messages.Trouble(messages.TroubleKind.BUG, fault_text(why), ends=True))
        finally:
            self.listener(messages.Closed())


class WindowProgram:
    """The program around the window (`app.screens.program.Program`) over a home on this computer."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._recent = Recent()
        self._log = open_log(env.home.logs)
        for each in catalogue().left_out:  # found before there was a log to write to
            log.warning("a game is left out: %s", each)
        self._crashes: CrashWatch | None = None
        self._fresh: tuple[Fresh, ...] = ()
        """Games of the evening that are not checked yet."""
        self._played: dict[str, Played | None] = {}
        self._tables: list[threading.Thread] = []
        self._is_later = False
        """True if a newer program wrote the settings file, so this one must not."""
        self.settings, self.warning = self._read()

    @property
    def is_new(self) -> bool:
        return not self._env.home.settings_file.exists()

    @property
    def given_nick(self) -> str:
        return self._env.profile.given_nick

    def save_settings(self, settings: Settings) -> str:
        self.settings = settings.checked()
        if self._is_later:
            return LATER
        return _why_not(self._keep_settings)

    def _keep_settings(self) -> None:
        back_up(self._env.home.settings_file, UPGRADES)
        write_whole(self._env.home.settings_file, write_settings(self.settings).encode())
        if self.settings.nick and self.settings.nick != self._env.profile.nick:
            profile = rename(self._env.home, self._env.profile, self.settings.nick)
            self._env = replace(self._env, profile=profile)
        if self.settings.animal != self._env.profile.animal:
            profile = picture(self._env.home, self._env.profile, self.settings.animal)
            self._env = replace(self._env, profile=profile)

    def start(self, start: Start, listener: Listener) -> RunningTable:
        made = RunningTable(self._env, start, listener)
        self._tables.append(made.thread)
        return made

    def note(self, news: messages.News) -> None:
        self._recent.note(news)

    def look_round(self, listener: AroundListener, *, may_be_found: bool = True) -> Finder:
        from app.nearby.finder import Finder, Openness  # noqa: PLC0415  (see above)

        openness = Openness(self._env.me) if self.settings.visible and may_be_found else None
        return Finder(self._env.search_env, listener, openness=openness)

    def score(self, report: Callable[[tuple[Evening, ...]], None]) -> Scoring:
        from app.records.scoring import Scoring  # noqa: PLC0415  (see above)

        return Scoring(self._fresh, self._played, report, now_s=self._env.unix_time())

    def statistics(self, report: ReportSums, failed: Callable[[str], None]) -> Tallying:
        from app.records.statistics.tallying import Tallying  # noqa: PLC0415  (see above)

        return Tallying(self._env, report, failed)

    @property
    def key(self) -> bytes:
        return self._env.profile.identity.curve_public

    @property
    def usual_animal(self) -> Animal:
        return animal_of(self._env.profile.identity.public)

    def export_identity(self, path: Path, passphrase: str) -> str:
        from app.keep.handover import export_identity  # noqa: PLC0415  (see above)

        randomness = self._env.random
        return _why_not(lambda: export_identity(self._env.home, path, passphrase, randomness=randomness))

    def import_identity(self, path: Path, passphrase: str) -> str:
        from app.keep.handover import import_identity  # noqa: PLC0415  (see above)

        self._tables = [each for each in self._tables if each.is_alive()]
        if self._tables:
            return "close your tables first"
        try:
            with self._env.journal() as journal:
                if journal.games():
                    return "the games on this computer belong to the identity in use"
            import_identity(self._env.home, path, passphrase, replaces=True)
            address = None if self._env.listen == ANYWHERE else self._env.listen
            self._env = build_environment(nick=self.settings.nick, address=address)
        except NetError as why:
            return str(why)
        return ""

    def games(self) -> KeptGames:
        from app.keep.journal_lock import JournalInUse  # noqa: PLC0415  (see above)
        from app.records.scoring import fresh_games  # noqa: PLC0415
        from app.table.kept import prune, unfinished  # noqa: PLC0415

        try:
            with self._env.journal() as journal:
                prune(journal, self._env.home, now_s=self._env.unix_time())
                now_s = self._env.unix_time()
                self._fresh = fresh_games(journal, known=tuple(self._played), now_s=now_s)
                return KeptGames(unfinished(journal), _past(journal))
        except JournalInUse:
            return KeptGames(problem=ELSEWHERE)
        except NetError as why:
            log.warning("the journal cannot be read now: %s", why)
            return KeptGames(problem=f"Shoal cannot list your games now: {why}.")

    def hide_game(self, table: str, *, is_hidden: bool) -> str:
        def put() -> None:
            with self._env.journal() as journal:
                (journal.hide_game if is_hidden else journal.show_game)(bytes.fromhex(table))

        return _why_not(put)

    def delete_game(self, table: str) -> str:
        from app.table.kept import delete_game  # noqa: PLC0415  (see above)

        return _why_not(lambda: delete_game(self._env, bytes.fromhex(table)))

    def players_in(self, path: Path) -> tuple[Guest, ...]:
        from app.keep.record_file import read_genesis  # noqa: PLC0415  (see above)
        from app.table.agreed import guests_of  # noqa: PLC0415
        from net.wire.genesis import parse_genesis  # noqa: PLC0415

        try:
            return guests_of(parse_genesis(read_genesis(path)))
        except (NetError, OSError):
            return ()

    def read_record(self, path: Path, progress: Progress) -> Recording:
        from app.records.recordings import read_recording  # noqa: PLC0415  (see above)

        return self._seen_as_own(read_recording(path, progress))

    def read_game(self, table: str, progress: Progress) -> Recording:
        from app.keep.record_file import write_record_file  # noqa: PLC0415  (see above)
        from app.records.recordings import recording_of  # noqa: PLC0415

        try:
            with self._env.journal() as journal:
                data = write_record_file(journal.game(bytes.fromhex(table)).export())
        except NetError as why:
            return Recording(None, problem=str(why))
        return self._seen_as_own(recording_of(data, progress))

    def _seen_as_own(self, recording: Recording) -> Recording:
        """Return the recording; if we played, with our seat and our hand, which only our journal knows."""
        info, words = recording.info, fingerprint(self._env.profile.identity.public)
        own = [] if info is None else [guest.words == words for guest in info.guests]
        if info is None or True not in own:
            return recording
        hand: dict[int, int] = {}
        with suppress(NetError), self._env.journal() as journal:
            hand = journal.game(bytes.fromhex(info.table)).own_hand()
        return replace(
            recording,
            own_seat=Seat(own.index(True)),
            own_hand=tuple((Slot(slot), Face(face)) for slot, face in hand.items()),
        )

    def save_record(self, table: str, path: Path) -> str:
        from app.keep.record_file import save_record_file  # noqa: PLC0415  (see above)

        def save() -> None:
            with self._env.journal() as journal:
                save_record_file(path, journal.game(bytes.fromhex(table)).export())

        return _why_not(save)

    def save_report(self, report: str, path: Path) -> str:
        return _why_not(lambda: write_whole(path, report.encode()))

    def layout_file(self) -> Path:
        return self._env.home.folder / "window.ini"

    def watch(self, report: Callable[[str], None]) -> str:
        self._crashes = CrashWatch(self._env.home.logs, self._recent, report)
        return self._crashes.start()

    def close(self) -> None:
        if self._crashes is not None:
            self._crashes.stop()
            self._crashes = None
        close_log(self._log)

    def _read(self) -> tuple[Settings, str]:
        own = self._env.profile
        usual = Settings(nick=own.nick, animal=own.animal)  # an animal derived from the key was not chosen
        try:
            text = self._env.home.settings_file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return usual, ""
        except (OSError, UnicodeDecodeError):
            return usual, "the settings could not be read; the defaults are used"
        settings, warning = read_settings(text)
        self._is_later = warning == LATER
        if warning and not self._is_later:
            kept = self._env.home.settings_file.with_suffix(f".{datetime.now(UTC):%Y%m%d%H%M%S}.bad")
            write_whole(kept, text.encode())
        # The profile has the name that others see, which may come from the command line.
        return replace(settings, nick=own.nick, animal=own.animal or settings.animal), warning


def _why_not(does: Callable[[], object]) -> str:
    """Do something; return "", or why it could not be done."""
    try:
        does()
    except NetError as why:
        return str(why)
    return ""


def build_program(*, nick: str | None = None, address: str | None = None) -> WindowProgram:
    """Build the program for a window; raises `net.errors.LinkError` with a reason."""
    return WindowProgram(build_environment(nick=nick, address=address))


def _past(journal: JournalFile) -> tuple[PastGame, ...]:
    from app.keep.journal import GameStatus  # noqa: PLC0415  (see above)
    from app.table.agreed import guests_of  # noqa: PLC0415

    return tuple(
        PastGame(
            each.g.hex(),
            each.genesis.game,
            each.nicks,
            each.created,
            each.outcome,
            is_hidden=each.hidden_since > 0,
            guests=guests_of(each.genesis),
            seat=each.seat,
        )
        for each in journal.games()
        if each.status in (GameStatus.FINISHED, GameStatus.STOPPED)
    )
