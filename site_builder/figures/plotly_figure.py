"""The calculator's chart as a Plotly figure, made by the Python library and shipped as JSON.

The grid is the page's own, under the line at the reader's N.  No colour, font or size is decided here: the
page's style sheet dresses Plotly's drawing through each trace's `uid`, so that light, dark and print need no
redraw; the page sets size and margins.
On a log axis ranges and annotations are powers of ten, traces and shapes are data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

import plotly.graph_objects as go

from site_builder.figures.chart import Axis, Label, Plot, Tick


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """A line through (xs, ys); None in `ys` is a gap.  `role` becomes the trace's uid."""

    role: str
    label: str
    xs: tuple[float, ...]
    ys: tuple[float | None, ...]
    direct_label: Label | None


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """A point worth naming, with a line down to the x axis."""

    role: str
    label: str
    direct_label: Label


def plotly_figure(
    plot: Plot,
    x_ticks: Sequence[Tick],
    y_ticks: Sequence[Tick],
    curves: Sequence[DrawnCurve],
    marks: Sequence[DrawnMark],
) -> dict[str, Any]:
    """``{"data": [...], "layout": {...}}`` of plain lists, ready for `Plotly.newPlot`."""
    labels = [(curve.role, curve.direct_label) for curve in curves if curve.direct_label]
    labels += [(mark.role, mark.direct_label) for mark in marks]
    figure = go.Figure(
        data=[*map(_line, curves), *map(_mark, marks)],
        layout=go.Layout(
            template=go.layout.Template(),
            xaxis=_axis(plot.x, x_ticks),
            yaxis=_axis(plot.y, y_ticks),
            shapes=[_drop(plot, mark) for mark in marks],
            annotations=[_annotation(role, label, plot) for role, label in labels],
            showlegend=False,
            hovermode=False,
            dragmode=False,
            paper_bgcolor="rgba(0,0,0,0)",
            plot_bgcolor="rgba(0,0,0,0)",
        ),
    )
    as_json: dict[str, Any] = figure.to_plotly_json()
    return as_json


def _line(curve: DrawnCurve) -> go.Scatter:
    return go.Scatter(
        uid=curve.role, name=curve.label, mode="lines", x=list(curve.xs), y=list(curve.ys), hoverinfo="skip"
    )


def _mark(mark: DrawnMark) -> go.Scatter:
    at = mark.direct_label.at
    return go.Scatter(
        uid=mark.role, name=mark.label, mode="markers", marker={"size": 9},
        x=[at.x_value], y=[at.y_value], hoverinfo="skip",
    )  # fmt: skip


def _axis(axis: Axis, ticks: Sequence[Tick]) -> dict[str, Any]:
    return {
        "type": axis.scale,
        "range": [round(end, 6) for end in axis.ends],
        "tickmode": "array",
        "tickvals": [tick.value for tick in ticks],
        "ticktext": [tick.text for tick in ticks],
        "tickangle": 0,
        "ticks": "outside",
        "ticklen": 5,
        "tickcolor": "rgba(0,0,0,0)",
        "showgrid": False,
        "showline": True,
        "mirror": True,
        "zeroline": False,
        "fixedrange": True,
    }


def _drop(plot: Plot, mark: DrawnMark) -> dict[str, Any]:
    at = mark.direct_label.at
    return {
        "type": "line",
        "layer": "below",
        "x0": at.x_value,
        "x1": at.x_value,
        "y0": 2**plot.y.low if plot.y.scale == "log" else plot.y.low,
        "y1": at.y_value,
    }


def _annotation(role: str, label: Label, plot: Plot) -> dict[str, Any]:
    return {
        "name": role,
        "x": _place(plot.x, label.at.x_value),
        "y": _place(plot.y, label.at.y_value),
        "text": "<br>".join(map(_escaped, label.lines)),
        "showarrow": False,
        "xshift": label.shift,
        "yshift": 3 if label.above else -1,
        "align": "left" if label.anchor == "start" else "right",
        "xanchor": "left" if label.anchor == "start" else "right",
        "yanchor": "bottom" if label.above else "top",
    }


def _place(axis: Axis, value: float) -> float:
    return round(log10(value) if axis.scale == "log" else value, 6)


def _escaped(text: str) -> str:
    """Plotly reads a small HTML in its texts."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
