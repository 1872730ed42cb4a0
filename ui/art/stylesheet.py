"""A theme in Qt's terms: a palette for the parts that Fusion draws, a style sheet for the rest.

Combo boxes, spin boxes and check boxes are left to `ui.art.app_style.ShoalStyle` and the palette: a style
sheet would have to replace their arrows and ticks by picture files.

A widget's dynamic property `role`, set before it is shown, chooses its look: QPushButton `primary`, `danger`,
`quiet`, `chair` (only an edge, over a chair); QLabel `title`, `heading`, `status`, `muted` (and small),
`aside` (muted, not small: text around a table), `strong`, `error`, `unread` (a count); QFrame `card` (a
raised panel), `plate` (a panel on the felt) and `free` (an empty chair on it); QToolButton `tool` (larger).
"""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from ui.art.fonts import FAMILY
from ui.art.letters import NORMAL, letters_for
from ui.art.palette import mix
from ui.art.theme import Theme

BASE_PIXELS = NORMAL
TARGET_PIXELS = 44
SMALLEST_SCALE, LARGEST_SCALE = 0.8, 2.0

_ROLE = QPalette.ColorRole
_GROUP = QPalette.ColorGroup


def pixels(size: float, scale: float) -> int:
    """Scale a length of the design (at 100 %) to whole device-independent pixels, at least 1. `scale` is kept
    between 0.8 and 2.0."""
    return max(1, round(size * min(LARGEST_SCALE, max(SMALLEST_SCALE, scale))))


def qt_palette(theme: Theme) -> QPalette:
    """Return the colours for Fusion; set it on the application together with `stylesheet`."""
    palette = QPalette()
    for role, colour in (
        (_ROLE.Window, theme.window),
        (_ROLE.WindowText, theme.text),
        (_ROLE.Base, theme.surface),
        (_ROLE.AlternateBase, theme.raised),
        (_ROLE.Text, theme.text),
        (_ROLE.PlaceholderText, theme.text_muted),
        (_ROLE.Button, theme.raised),
        (_ROLE.ButtonText, theme.text),
        (_ROLE.BrightText, theme.danger),
        (_ROLE.Highlight, theme.selection),
        (_ROLE.HighlightedText, theme.selection_text),
        (_ROLE.Accent, theme.accent),
        (_ROLE.Link, theme.link),
        (_ROLE.LinkVisited, theme.link),
        (_ROLE.ToolTipBase, theme.tooltip),
        (_ROLE.ToolTipText, theme.tooltip_text),
        (_ROLE.Light, mix(theme.raised, "#FFFFFF", 0.3)),
        (_ROLE.Midlight, theme.raised),
        (_ROLE.Mid, theme.border),
        (_ROLE.Dark, theme.border_strong),
        (_ROLE.Shadow, "#000000"),
    ):
        palette.setColor(role, QColor(colour))
    for role in (_ROLE.WindowText, _ROLE.Text, _ROLE.ButtonText):
        palette.setColor(_GROUP.Disabled, role, QColor(theme.text_disabled))
    return palette


def stylesheet(theme: Theme, scale: float = 1.0) -> str:
    """Return the style sheet for the whole application, with lengths and text multiplied by `scale`."""
    length = {f"px{n}": f"{pixels(n, scale)}px" for n in (1, 2, 3, 4, 6, 8, 10, 12, 16, 24)}
    edge = pixels(2 if theme.is_high_contrast else 1, scale)
    focus = max(3, pixels(3, scale))
    letters = letters_for(min(LARGEST_SCALE, max(SMALLEST_SCALE, scale)))
    values = {
        **{name: str(getattr(theme, name)) for name in theme.__struct_fields__},
        **length,
        "family": FAMILY,
        "edge": f"{edge}px",
        "ring": f"{focus}px",
        "pad": f"{pixels(14, scale) + focus - edge}px",
        "pad_focus": f"{pixels(14, scale)}px",
        "target": f"{pixels(TARGET_PIXELS, scale) - 2 * edge}px",
        "target_focus": f"{pixels(TARGET_PIXELS, scale) - 2 * focus}px",
        "reach": f"{max(pixels(22, scale), TARGET_PIXELS - 10)}px",
        "font": f"{letters.normal}px",
        "small": f"{letters.small}px",
        "large": f"{letters.large}px",
        "bar": f"{pixels(12, scale)}px",
        "row": f"{pixels(30, scale)}px",
        "tick": f"{pixels(20, scale)}px",
        "grip": f"{pixels(36, scale)}px",
    }
    text = _SHEET
    for name in sorted(values, key=len, reverse=True):
        text = text.replace(f"${name}", values[name])
    return text


_SHEET = """
* { font-family: "$family"; font-size: $font; }
QMainWindow, QDialog, QWizard { background: $window; color: $text; }
QLabel { background: transparent; }
QLabel[role="title"] { font-size: $large; font-weight: 700; color: $text; }
QLabel[role="heading"] { font-size: $large; font-weight: 700; color: $text; }
QLabel[role="status"] { font-size: $large; font-weight: 700; color: $plate_text; background: $plate;
    border-radius: $px8; padding: $px8 $px16; }
QLabel[role="strong"] { font-weight: 700; }
QLabel[role="muted"] { color: $text_muted; font-size: $small; }
QLabel[role="aside"] { color: $text_muted; }
QLabel[role="unread"] { background: $accent; color: $accent_text; border-radius: $px6; padding: 0 $px3;
    font-size: $small; font-weight: 700; }
QLabel[role="error"] { color: $danger; font-weight: 700; }
QFrame[role="card"] { background: $surface; border: $edge solid $border; border-radius: $px10; }
QFrame[role="plate"] { background: $plate; border: $edge solid $plate_line; border-radius: $px10; }
QFrame[role="free"] { background: transparent; border: $edge dashed $felt_line; border-radius: $px10; }
QFrame[role="free"] QLabel { color: $felt_text; }
QWidget#large > QFrame[role="plate"] { border-width: $edge 0 0 0; border-radius: 0; }
QFrame[role="plate"] QLabel { color: $plate_text; }
QFrame[role="plate"] QLabel[role="muted"], QFrame[role="plate"] QLabel[role="aside"] {
    color: $plate_muted; }

QPushButton { background: $raised; color: $text; border: $edge solid $border_strong; border-radius: $px8;
    padding: 0 $pad; min-height: $target; }
QPushButton:hover { background: $accent_soft; }
QPushButton:pressed { background: $sunken; }
QPushButton:checked { background: $accent_soft; border-color: $accent; font-weight: 700; }
QPushButton:disabled { color: $text_disabled; border-color: $border; background: $window; }
QPushButton[role="primary"] { background: $accent; color: $accent_text; border-color: $accent;
    font-weight: 700; }
QPushButton[role="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[role="primary"]:pressed { background: $accent_pressed; border-color: $accent_pressed; }
QPushButton[role="primary"]:disabled { background: $sunken; color: $text_disabled; border-color: $border; }
QPushButton[role="danger"] { background: $danger; color: $danger_text; border-color: $danger;
    font-weight: 700; }
QPushButton[role="danger"]:disabled { background: $sunken; color: $text_disabled; border-color: $border; }
QPushButton[role="quiet"] { background: transparent; border-color: transparent; color: $link; }
QPushButton[role="quiet"]:hover { background: $accent_soft; }
QPushButton[role="quiet"]:disabled { color: $text_disabled; }
QPushButton[role="chair"] { background: transparent; border-color: transparent; }
QPushButton[role="chair"]:hover { border-color: $felt_text; }
QPushButton:focus, QPushButton[role="primary"]:focus, QPushButton[role="danger"]:focus,
QPushButton[role="quiet"]:focus { border: $ring solid $focus; padding: 0 $pad_focus;
    min-height: $target_focus; }
QPushButton[role="chair"]:focus { border: $ring solid $felt_text; min-height: $target_focus; }

QToolButton { background: transparent; color: $text; border: $ring solid transparent; border-radius: $px8;
    padding: $px4; }
QToolButton[role="tool"] { min-width: $reach; min-height: $reach; padding: 2px; border-width: 3px; }
QToolButton[worded="true"] { padding: 0; }
QToolButton:hover { background: $accent_soft; }
QToolButton:checked { background: $accent_soft; border-color: $accent; }
QToolButton:disabled { color: $text_disabled; }
QToolButton:focus { border-color: $focus; }

QLineEdit, QTextEdit, QPlainTextEdit { background: $surface; color: $text;
    border: $edge solid $border_strong; border-radius: $px6; padding: $px6 $px8;
    selection-background-color: $selection; selection-color: $selection_text; }
QLineEdit:focus, QTextEdit:focus, QPlainTextEdit:focus { border: $ring solid $focus; padding: $px4 $px6; }
QLineEdit:disabled, QTextEdit:disabled, QPlainTextEdit:disabled { color: $text_disabled;
    background: $window; border-color: $border; }

QListView, QTreeView, QTableView { background: $surface; alternate-background-color: $raised; color: $text;
    border: $edge solid $border; border-radius: $px6; outline: 0; gridline-color: $border; }
QListView:focus, QTreeView:focus, QTableView:focus { border: $ring solid $focus; }
QListView::item, QTreeView::item { padding: $px6 $px8; }
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected {
    background: $selection; color: $selection_text; }
QListView::item:hover:!selected, QTreeView::item:hover:!selected { background: $accent_soft; }
QHeaderView::section { background: $raised; color: $text_muted; border: 0;
    border-bottom: $edge solid $border; padding: $px6 $px8; font-weight: 700; }

QTabWidget::pane { border: $edge solid $border; border-radius: $px8; background: $surface; }
QTabBar::tab { background: transparent; color: $text_muted; padding: $px8 $px16;
    border-bottom: $ring solid transparent; }
QMainWindow > QTabBar::tab { padding: $px8 $px4; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; font-weight: 700; border-bottom: $ring solid $accent; }
QTabBar::tab:focus { border-bottom: $ring solid $focus; }

QGroupBox { border: $edge solid $border; border-radius: $px8; margin-top: $px12; padding-top: $px12; }
QGroupBox::title { subcontrol-origin: margin; left: $px12; padding: 0 $px4; font-weight: 700; }
QDockWidget { color: $text; font-weight: 700; }
QDockWidget::title { background: $raised; padding: $px8 $px12; }
QMainWindow::separator { background: $border; width: $px4; height: $px4; }
QSplitter::handle { background: $border; }
QStatusBar { background: $raised; color: $text; border-top: $edge solid $border; }

QMenuBar { background: $window; color: $text; }
QMenuBar::item { padding: $px6 $px10; background: transparent; }
QMenuBar::item:selected { background: $accent_soft; }
QMenu { background: $surface; color: $text; border: $edge solid $border_strong; padding: $px4; }
QMenu::item { padding: $px6 $px24; border-radius: $px4; }
QMenu::item:selected { background: $selection; color: $selection_text; }
QMenu::item:disabled { color: $text_disabled; }
QMenu::separator { height: $px1; background: $border; margin: $px4 $px8; }
QToolTip { background: $tooltip; color: $tooltip_text; border: $px1 solid $tooltip_text; padding: $px6; }

QProgressBar { background: $sunken; color: $text; border: $edge solid $border_strong; border-radius: $px6;
    text-align: center; min-height: $px16; }
QProgressBar::chunk { background: $accent_soft; border-radius: $px4; border-right: $px3 solid $accent; }

QComboBox, QSpinBox, QDoubleSpinBox { min-height: $target; }
QComboBox QAbstractItemView::item { min-height: $row; }
QCheckBox, QRadioButton { min-height: $row; spacing: $px8; }
QCheckBox::indicator, QRadioButton::indicator { width: $tick; height: $tick; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { border: 0; padding: 0; background: transparent; }
QSlider { min-height: $row; min-width: $row; }
QSlider::groove:horizontal { background: $sunken; border: $edge solid $border_strong; border-radius: $px4;
    height: $px6; }
QSlider::groove:vertical { background: $sunken; border: $edge solid $border_strong; border-radius: $px4;
    width: $px6; }
QSlider::sub-page:horizontal, QSlider::add-page:vertical { background: $accent; border-radius: $px4; }
QSlider::handle { background: $accent; border: $px2 solid $surface; border-radius: $px8; }
QSlider::handle:horizontal { width: $px16; margin: -$px8 0; }
QSlider::handle:vertical { height: $px16; margin: 0 -$px8; }
QSlider::handle:focus { border: $ring solid $focus; }
QSlider::handle:disabled { background: $text_disabled; }

QScrollArea { border: 0; background: transparent; }
QScrollBar:vertical { background: transparent; width: $bar; margin: 0; }
QScrollBar:horizontal { background: transparent; height: $bar; margin: 0; }
QScrollBar::handle { background: $border_strong; border-radius: $px4; margin: $px2; }
QScrollBar::handle:vertical { min-height: $grip; }
QScrollBar::handle:horizontal { min-width: $grip; }
QScrollBar::handle:hover { background: $text_muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
