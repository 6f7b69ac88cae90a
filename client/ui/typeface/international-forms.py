"""Makes the international forms of Cyrillic letters (Ukrainian, Serbian, Russian) the default of a font.

The typeface is from Sofia: its default letters are the Bulgarian forms (в, д, л, т, ш as in
handwriting), and it uses the others only for text marked as Russian. Names carry no language.
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
