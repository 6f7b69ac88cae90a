#!/bin/sh
# Makes the files of the typeface from the published ones, without what the page does not use: weights outside
# 400 to 800, and features other than marks, kerning and tabular figures.
#
#   npm pack @fontsource-variable/sofia-sans-semi-condensed@5.3.0 && tar xzf fontsource-*.tgz
#   pip install fonttools==4.38.0 brotli
#   client/ui/typeface/subset.sh package/files client/ui/typeface
set -eu
from=$1 to=$2
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# English, Welsh without ŵ and ŷ, and the letters of western European names, with punctuation.
LATIN=U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02BC,U+0300-0304,U+0308
LATIN=$LATIN,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+20AC
LATIN=$LATIN,U+2191,U+2193,U+2212

# subset NAME UNICODES FEATURES
subset() {
  fonttools varLib.instancer -q "$from/sofia-sans-semi-condensed-$1-wght-normal.woff2" \
    wght=400:800 -o "$work/$1.ttf"
  fonttools subset "$work/$1.ttf" --unicodes="$2" --layout-features="$3" --no-hinting \
    --name-IDs=1,2,3,13,14 --flavor=woff2 --output-file="$to/$1.woff2"
}
subset latin "$LATIN" kern,mark,mkmk,ccmp,locl,tnum
subset latin-ext '*' kern,mark,mkmk,ccmp,locl
