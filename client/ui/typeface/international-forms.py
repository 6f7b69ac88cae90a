"""Gives a font the international forms of Cyrillic letters: those of Ukrainian, Serbian and Russian.

The typeface is drawn in Sofia, so its plain letters have the Bulgarian forms (в, д, л, т, ш as in
handwriting), and the others are there for text that is marked as Russian alone. Names are marked as
no language.
"""

import sys

from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
forms = {
    plain: international
    for record in font["GSUB"].table.FeatureList.FeatureRecord
    if record.FeatureTag == "locl"
    for index in record.Feature.LookupListIndex
    for subtable in font["GSUB"].table.LookupList.Lookup[index].SubTable
    for plain, international in getattr(subtable, "ExtSubTable", subtable).mapping.items()
}
if not forms:
    sys.exit(f"{sys.argv[1]} has no other forms of letters.")
for table in font["cmap"].tables:
    for code, glyph in table.cmap.items():
        table.cmap[code] = forms.get(glyph, glyph)
font.save(sys.argv[1])
