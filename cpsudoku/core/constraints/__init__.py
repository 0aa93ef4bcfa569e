"""The rules, one file each. To add a rule, add a file and a line in the table ``CONSTRAINTS``."""

from __future__ import annotations

from cpsudoku.core.constraints import nested
from cpsudoku.core.constraints.base import Constraint, Domains, Elimination, Total, Variables
from cpsudoku.core.constraints.lowered import RelatedPair
from cpsudoku.runtime.registry import Registry

CONSTRAINTS: Registry[type[Constraint]] = Registry(
    "rule",
    {
        "region": "cpsudoku.core.constraints.regions.all_different:AllDifferent",
        "diagonals": "cpsudoku.core.constraints.regions.diagonals:Diagonals",
        "windows": "cpsudoku.core.constraints.regions.windows:Windows",
        "disjoint-groups": "cpsudoku.core.constraints.regions.disjoint_groups:DisjointGroups",
        "offset": "cpsudoku.core.constraints.distances.offset:Offset",
        "anti-knight": "cpsudoku.core.constraints.distances.offset:AntiKnight",
        "anti-king": "cpsudoku.core.constraints.distances.offset:AntiKing",
        "non-consecutive": "cpsudoku.core.constraints.distances.non_consecutive:NonConsecutive",
        "killer": "cpsudoku.core.constraints.cages.killer:KillerCage",
        "sum": "cpsudoku.core.constraints.cages.sum:Sum",
        "product": "cpsudoku.core.constraints.cages.product:ProductCage",
        "difference": "cpsudoku.core.constraints.cages.difference:DifferenceCage",
        "quotient": "cpsudoku.core.constraints.cages.quotient:QuotientCage",
        "clone": "cpsudoku.core.constraints.cages.clone:Clone",
        "white": "cpsudoku.core.constraints.pairs.white:WhiteDot",
        "black": "cpsudoku.core.constraints.pairs.black:BlackDot",
        "xv": "cpsudoku.core.constraints.pairs.xv:PairSum",
        "greater": "cpsudoku.core.constraints.pairs.greater:Greater",
        "negative": "cpsudoku.core.constraints.pairs.negative:Negative",
        "thermo": "cpsudoku.core.constraints.lines.thermo:Thermometer",
        "arrow": "cpsudoku.core.constraints.lines.arrow:Arrow",
        "double-arrow": "cpsudoku.core.constraints.lines.double_arrow:DoubleArrow",
        "zipper": "cpsudoku.core.constraints.lines.zipper:Zipper",
        "region-sum": "cpsudoku.core.constraints.lines.region_sum:RegionSumLine",
        "sum-line": "cpsudoku.core.constraints.lines.sum_line:SumLine",
        "slow-thermo": "cpsudoku.core.constraints.lines.thermo:SlowThermometer",
        "palindrome": "cpsudoku.core.constraints.lines.palindrome:Palindrome",
        "renban": "cpsudoku.core.constraints.lines.renban:Renban",
        "nabner": "cpsudoku.core.constraints.lines.nabner:Nabner",
        "whispers": "cpsudoku.core.constraints.lines.whispers:Whispers",
        "between": "cpsudoku.core.constraints.lines.between:Between",
        "lockout": "cpsudoku.core.constraints.lines.lockout:Lockout",
        "sequence": "cpsudoku.core.constraints.lines.sequence:SequenceLine",
        "entropic": "cpsudoku.core.constraints.lines.classes:EntropicLine",
        "modular": "cpsudoku.core.constraints.lines.classes:ModularLine",
        "quadruple": "cpsudoku.core.constraints.cells.quadruple:Quadruple",
        "row-indexer": "cpsudoku.core.constraints.cells.indexer:RowIndexer",
        "column-indexer": "cpsudoku.core.constraints.cells.indexer:ColumnIndexer",
        "box-indexer": "cpsudoku.core.constraints.cells.indexer:BoxIndexer",
        "counting-circles": "cpsudoku.core.constraints.cells.counting_circles:CountingCircles",
        "count-distinct": "cpsudoku.core.constraints.cells.count_distinct:CountDistinct",
        "odd": "cpsudoku.core.constraints.cells.parity:Odd",
        "even": "cpsudoku.core.constraints.cells.parity:Even",
        "minimum": "cpsudoku.core.constraints.cells.extreme:Minimum",
        "maximum": "cpsudoku.core.constraints.cells.extreme:Maximum",
        "little-killer": "cpsudoku.core.constraints.outside.little_killer:LittleKiller",
        "sandwich": "cpsudoku.core.constraints.outside.sandwich:Sandwich",
        "x-sum": "cpsudoku.core.constraints.outside.x_sum:XSum",
        "skyscraper": "cpsudoku.core.constraints.outside.skyscraper:Skyscraper",
        "numbered-room": "cpsudoku.core.constraints.outside.numbered_room:NumberedRoom",
        "full-rank": "cpsudoku.core.constraints.outside.full_rank:FullRank",
        "frame-sum": "cpsudoku.core.constraints.outside.frame_sum:FrameSum",
        "yin-yang": "cpsudoku.core.constraints.layers.yin_yang:YinYang",
        "pair": "cpsudoku.core.constraints.general.pair:PairRelation",
        "line": "cpsudoku.core.constraints.general.line:LinePattern",
        "machine": "cpsudoku.core.constraints.general.machine:Machine",
        "any-of": "cpsudoku.core.constraints.general.any_of:AnyOf",
        "all-of": "cpsudoku.core.constraints.general.all_of:AllOf",
    },
)
nested.know(CONSTRAINTS)

__all__ = [
    "CONSTRAINTS",
    "Constraint",
    "Domains",
    "Elimination",
    "RelatedPair",
    "Total",
    "Variables",
]
