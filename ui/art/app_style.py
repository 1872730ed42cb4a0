"""Applies a theme to the whole program: style, palette, style sheet and font.

Fusion draws the frames of combo, spin and check boxes in a darker shade of the window's colour; on a dark
window they vanish. `ShoalStyle` draws them, and their signs, in the theme's own colours instead.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle, QStyleOption, QStyleOptionComplex, QWidget

from ui.art.canvas import fill, smooth, trace
from ui.art.fonts import ui_font
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.paths import circle, inset, outline, placed, rounded
from ui.art.stylesheet import BASE_PIXELS, pixels, qt_palette, stylesheet
from ui.art.theme import Theme

_ELEMENT = QStyle.PrimitiveElement
_CONTROL = QStyle.ComplexControl
_STATE = QStyle.StateFlag
_METRIC = QStyle.PixelMetric
_PART = QStyle.SubControl
UP, DOWN = "M -.5 .25 L 0 -.25 L .5 .25", "M -.5 -.25 L 0 .25 L .5 -.25"
CHEVRON, CORNER = 10.0, 6.0
ARROW, INSET, SPARE = 32, 9, 8
"""Pixels in a combo or spin box: width of the arrows, from the edge to the text, Fusion's padding of text."""
ICON_PIXELS = 22
"""A button's icon at 100 %."""
_DOCK_SIGNS = {"qt_dockwidget_floatbutton": Icon.WINDOW, "qt_dockwidget_closebutton": Icon.CLOSE}
"""Signs by the names that Qt gives the buttons in the title of a dock."""
_SIZES = {_METRIC.PM_ButtonIconSize: ICON_PIXELS, _METRIC.PM_SmallIconSize: 16}


class ShoalStyle(QProxyStyle):
    """Fusion, with frames and ticks that are visible in every theme."""

    def __init__(self, theme: Theme, scale: float = 1.0) -> None:
        super().__init__("Fusion")
        self._theme = theme
        self._scale = scale

    def pixelMetric(  # noqa: N802  (Qt's name)
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None, /
    ) -> int:
        """Scale the icons of buttons and docks with the text."""
        size = _SIZES.get(metric)
        return super().pixelMetric(metric, option, widget) if size is None else pixels(size, self._scale)

    def drawPrimitive(  # noqa: N802  (Qt's name)
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        /,
        widget: QWidget | None = None,
    ) -> None:
        """Draw check and radio indicators; leave the rest to Fusion."""
        if element == _ELEMENT.PE_IndicatorCheckBox:
            self._indicator(option, painter, is_round=False)
        elif element == _ELEMENT.PE_IndicatorRadioButton:
            self._indicator(option, painter, is_round=True)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawComplexControl(  # noqa: N802  (Qt's name)
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        /,
        widget: QWidget | None = None,
    ) -> None:
        """Draw combo and spin boxes, flat as the fields of the style sheet, and the buttons of docks, whose
        icons Fusion has only in black; leave the rest to Fusion."""
        icon = _DOCK_SIGNS.get(widget.objectName()) if widget is not None else None
        if control == _CONTROL.CC_ToolButton and icon is not None:
            hovered = option.state & _STATE.State_MouseOver
            ink = self._theme.text if hovered else self._theme.text_muted
            paint_icon_in(painter, QRectF(option.rect), IconIn(icon, ink), self._theme)
            return
        signs = {
            _CONTROL.CC_ComboBox: ((_PART.SC_ComboBoxArrow, DOWN),),
            _CONTROL.CC_SpinBox: ((_PART.SC_SpinBoxUp, UP), (_PART.SC_SpinBoxDown, DOWN)),
        }.get(control)
        if signs is None:
            super().drawComplexControl(control, option, painter, widget)
            return
        theme, state = self._theme, option.state
        enabled = bool(state & _STATE.State_Enabled)
        has_focus = bool(state & _STATE.State_HasFocus)
        colour, width = (theme.focus, 3.0) if has_focus else (theme.border_strong, 1.2)
        with smooth(painter):
            box = inset(QRectF(option.rect), width / 2)
            fill(painter, rounded(box, CORNER), theme.surface if enabled else theme.window)
            trace(painter, rounded(box, CORNER), colour if enabled else theme.border, width)
            for part, sign in signs:
                at = QRectF(self.subControlRect(control, option, part, widget)).center()
                ink = theme.text if enabled else theme.text_disabled
                size = min(CHEVRON * self._scale, ARROW / 2)
                trace(painter, placed(outline(sign), at.x(), at.y(), size=size), ink, 0.18 * size)

    def sizeFromContents(  # noqa: N802  (Qt's name)
        self, kind: QStyle.ContentsType, option: QStyleOption, size: QSize, /, widget: QWidget | None = None
    ) -> QSize:
        """Make room for the text of a combo or spin box beside our arrow, which is wider than Fusion's."""
        whole = super().sizeFromContents(kind, option, size, widget)  # type: ignore[arg-type]  # as below
        if kind in (QStyle.ContentsType.CT_ComboBox, QStyle.ContentsType.CT_SpinBox):
            return whole.expandedTo(QSize(size.width() + INSET + ARROW + SPARE, whole.height()))
        return whole

    def subControlRect(  # noqa: N802  (Qt's name)
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        /,
        widget: QWidget | None = None,
    ) -> QRect:
        """Make arrows of combo and spin boxes wide enough for a finger; indent their text as in fields."""
        if control == _CONTROL.CC_ComboBox and part in (_PART.SC_ComboBoxArrow, _PART.SC_ComboBoxEditField):
            arrow, text = _arrow_and_text(option.rect)
            return arrow if part == _PART.SC_ComboBoxArrow else text
        if control == _CONTROL.CC_SpinBox and part in (
            _PART.SC_SpinBoxUp,
            _PART.SC_SpinBoxDown,
            _PART.SC_SpinBoxEditField,
        ):
            arrows, text = _arrow_and_text(option.rect)
            middle = arrows.center().y()
            if part == _PART.SC_SpinBoxUp:
                return QRect(arrows.topLeft(), QPoint(arrows.right(), middle))
            if part == _PART.SC_SpinBoxDown:
                return QRect(QPoint(arrows.left(), middle + 1), arrows.bottomRight())
            return text
        return super().subControlRect(control, option, part, widget)  # type: ignore[arg-type]  # None is fine

    def _indicator(self, option: QStyleOption, painter: QPainter, *, is_round: bool) -> None:
        theme = self._theme
        state: QStyle.StateFlag = option.state
        side = min(option.rect.width(), option.rect.height()) - 2.0
        centre = QRectF(option.rect).center()
        enabled = bool(state & _STATE.State_Enabled)
        chosen = bool(state & (_STATE.State_On | _STATE.State_NoChange))
        edge = theme.text_disabled if not enabled else theme.accent if chosen else theme.border_strong
        box = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
        frame = circle(centre.x(), centre.y(), side / 2) if is_round else rounded(box, side * 0.22)
        with smooth(painter):
            fill(painter, frame, edge if chosen else theme.surface)
            trace(painter, frame, theme.focus if state & _STATE.State_HasFocus else edge, side * 0.1)
            if not chosen:
                return
            ink = theme.accent_text if enabled else theme.surface
            if is_round:
                fill(painter, circle(centre.x(), centre.y(), side * 0.22), ink)
            else:
                sign = (
                    "M -.26 0 L .26 0" if state & _STATE.State_NoChange else "M -.27 .02 L -.07 .22 L .28 -.2"
                )
                trace(painter, placed(outline(sign), centre.x(), centre.y(), size=side), ink, side * 0.14)


def apply_theme(app: QApplication, theme: Theme, *, scale: float = 1.0) -> None:
    """Show the whole program in `theme`, with text and controls scaled by `scale` (0.8 to 2.0). May be called
    again at any time; pictures that are cached by theme need no clearing."""
    app.setStyle(ShoalStyle(theme, scale))
    app.setFont(ui_font(pixels(BASE_PIXELS, scale)))
    app.setPalette(qt_palette(theme))
    app.setStyleSheet(stylesheet(theme, scale))


def _arrow_and_text(box: QRect) -> tuple[QRect, QRect]:
    """Split a box into the part for its arrows and the part for its text."""
    return box.adjusted(box.width() - ARROW, 0, 0, 0), box.adjusted(INSET, 2, -ARROW, -2)
