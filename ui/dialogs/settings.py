"""The settings: every change takes effect at once."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QSlider,
    QWidget,
)

from app.keep.settings import (
    BACKS,
    FELTS,
    NICK_MAX,
    SCALES,
    SORTS,
    SPEEDS,
    THEMES,
    VOLUMES,
    Settings,
    changed,
)
from ui.art.theme import Theme
from ui.dialogs.animals import AnimalPicker
from ui.dialogs.frame import FrameDialog
from ui.parts import button, label, nest, pack, show_text

THEME_WORDS = {"system": "as the system", "light": "light", "dark": "dark", "contrast": "high contrast"}
SPEED_WORDS = {
    "off": "off: everything at once",
    "fast": "fast",
    "normal": "as the system asks",
    "always": "normal",
    "slow": "slow",
}
FELT_WORDS = {"sea": "blue as the sea", "green": "green", "wine": "red as wine", "slate": "grey as slate"}
BACK_WORDS = {"shoal": "a shoal of fish", "waves": "waves", "trellis": "a trellis"}
SORT_WORDS = {"": "as usual in each game", "suit": "suits together", "rank": "ranks together"}
IDENTITY = "Others recognise you by your identity, not your name. Use an identity on one computer at a time."
SWITCHES = (
    ("sound", "Sounds"),
    ("chat_sound", "A soft sound when somebody writes in the chat"),
    ("four_colours", "Four colours for the four suits"),
    ("one_click", "One click plays a card with only one place to go"),
    ("plays_forced", "Play for me when I have only one choice"),
    ("tips", "A tip with the first choice of each kind"),
    ("asks", "Ask me before somebody sits down at my table"),
    ("visible", "Let people on this network find me and my tables"),
)


class SettingsDialog(FrameDialog):
    """Shows the settings; `changed` carries all of them. `usual` is the animal while none is chosen."""

    changed = Signal(object)
    export_wanted = Signal()
    import_wanted = Signal()
    about_wanted = Signal()
    give_wanted = Signal()

    def __init__(
        self, settings: Settings, theme: Theme, parent: QWidget | None = None, *, usual: str = ""
    ) -> None:
        super().__init__("Settings", wide=540, parent=parent)
        self._settings = settings
        self._form = QGridLayout()
        self._form.setSpacing(12)
        self._form.setColumnStretch(1, 1)
        self._name()
        self.animal = AnimalPicker(settings.animal or usual, theme)
        self.animal.changed.connect(partial(self._set, "animal"))
        self._row("Your animal", self.animal)
        self._choice("theme", "Colours", [(value, THEME_WORDS[value]) for value in THEMES])
        self._scale()
        self._choice("felt", "Cloth of the tables", [(value, FELT_WORDS[value]) for value in FELTS])
        self._choice("back", "Backs of the cards", [(value, BACK_WORDS[value]) for value in BACKS])
        self._choice("sort", "Cards of the hand", [(value, SORT_WORDS[value]) for value in SORTS])
        self._volume()
        self._choice("animation", "Movement", [(value, SPEED_WORDS[value]) for value in SPEEDS])
        self.add(label("Settings", "title"), self._form)
        for key, text in SWITCHES:
            box = QCheckBox(text)
            box.setObjectName(key)
            box.setChecked(getattr(settings, key))
            box.toggled.connect(partial(self._set, key))
            self.add(box)
        self._again = button("Show introductions and tips again", self._teach_again, role="quiet")
        self._again.setEnabled(bool(settings.taught or settings.tips_seen))
        self.add(self._again, button("Give Shoal to people here…", self.give_wanted.emit, role="quiet"))
        self._identity()
        self.warning = label("", "error")
        self.add(self.warning, None)
        self.add_foot(
            button("About Shoal…", self.about_wanted.emit), button("Close", self.accept, role="primary")
        )

    def tell_warning(self, text: str) -> None:
        """Show why the settings could not be saved; "" hides the line."""
        self.warning.setText(text)

    def tell_identity(self, text: str) -> None:
        """Show how saving or loading the identity ended."""
        show_text(self.identity_told, text)

    def _identity(self) -> None:
        """Add the buttons that export and import the player's identity."""
        self.saves = button("Save your identity…", self.export_wanted.emit)
        self.takes = button("Load an identity…", self.import_wanted.emit)
        self.identity_told = label("", "muted")
        self.identity_told.hide()
        row = pack(QHBoxLayout(), self.saves, self.takes)
        self.add(label(IDENTITY, "muted"), row, self.identity_told)

    def _set(self, key: str, value: object) -> None:
        if getattr(self._settings, key) != value:
            self._settings = changed(self._settings, key, value)
            self.changed.emit(self._settings)

    def _name(self) -> None:
        self.nick = QLineEdit(self._settings.nick)
        self.nick.setMaxLength(NICK_MAX)
        self.nick.setAccessibleName("Your name")
        self.nick.editingFinished.connect(self._named)
        self._row("Your name", self.nick)

    def _row(self, title: str, field: QWidget | QLayout) -> None:
        """Add a title and the field beside it, as a row of the form."""
        row = self._form.rowCount()
        self._form.addWidget(label(title, wraps=False), row, 0, Qt.AlignmentFlag.AlignVCenter)
        if isinstance(field, QLayout):
            nest(self._form, field, row, 1)
        else:
            self._form.addWidget(field, row, 1)

    def _named(self) -> None:
        name = " ".join(self.nick.text().split())
        if name:
            self._set("nick", name)
        else:
            self.nick.setText(self._settings.nick)

    def _choice(self, key: str, title: str, values: list[tuple[str, str]]) -> None:
        box = QComboBox()
        box.setObjectName(key)
        box.setAccessibleName(title)
        for value, text in values:
            box.addItem(text, value)
        box.setCurrentIndex(box.findData(getattr(self._settings, key)))
        box.currentIndexChanged.connect(lambda: self._set(key, box.currentData()))
        self._row(title, box)

    def _scale(self) -> None:
        slider = self._slider("scale", "Size of text and controls", SCALES)
        # The scale changes only when the slider is let go: a slider that grows would run away from the mouse.
        slider.sliderReleased.connect(lambda: self._set("scale", slider.value() * 10))
        slider.valueChanged.connect(
            lambda tenths: None if slider.isSliderDown() else self._set("scale", tenths * 10)
        )
        self._slide("Size", slider)

    def _volume(self) -> None:
        slider = self._slider("volume", "Volume of the sounds", VOLUMES)
        slider.valueChanged.connect(lambda tenths: self._set("volume", tenths * 10))
        self._slide("Volume", slider)

    def _slider(self, key: str, name: str, values: range) -> QSlider:
        """Return a slider in steps of ten per cent; its value is the setting's divided by 10."""
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setObjectName(key)
        slider.setRange(values[0] // 10, values[-1] // 10)
        slider.setPageStep(1)
        slider.setValue(getattr(self._settings, key) // 10)
        slider.setAccessibleName(name)
        return slider

    def _slide(self, title: str, slider: QSlider) -> None:
        """Add a slider, with its value beside it."""
        shown = label(f"{slider.value() * 10}%", wraps=False)
        shown.setMinimumWidth(shown.fontMetrics().horizontalAdvance("200%  "))
        slider.valueChanged.connect(lambda tenths: shown.setText(f"{tenths * 10}%"))
        self._row(title, pack(QHBoxLayout(), (slider, 1), shown))

    def _teach_again(self) -> None:
        self._set("taught", "")
        self._set("tips_seen", "")
        self._again.setEnabled(False)
