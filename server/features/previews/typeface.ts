import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { create, type Font, type GlyphRun } from 'fontkit';

export type Weight = 400 | 600 | 800;

export interface LineStyle {
  readonly size: number;
  readonly weight: Weight;
}

/** The files of the typeface, most common letters first. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek'] as const;
/** Kerning, and figures of equal width for columns of times. */
const FEATURES = ['kern', 'tnum'];
/** The typeface has Bulgarian Cyrillic by default; the international forms are selected by this language. */
const LANGUAGE = 'RUS ';

const require = createRequire(import.meta.url);
const PACKAGE = dirname(require.resolve('@fontsource/sofia-sans-semi-condensed/package.json'));

/** Consecutive letters of one file. */
interface Run {
  readonly font: Font;
  readonly text: string;
}

/** Draws text as outlines: a server may have no fonts, and names can't inject markup. */
export class Typeface {
  readonly #parts: Readonly<Record<Weight, readonly Font[]>> = {
    400: loadParts(400),
    600: loadParts(600),
    800: loadParts(800),
  };

  /**
   * The text in available letters: a missing accented letter loses its accent, and other missing signs are dropped.
   * Undefined if a letter or figure is missing.
   */
  write(text: string): string | undefined {
    let written = '';
    for (const character of text.normalize('NFC')) {
      const [base = ''] = character.normalize('NFD');
      if (this.#has(character)) written += character;
      else if (this.#has(base)) written += base;
      else if (/[\p{L}\p{N}]/u.test(character)) return undefined;
    }
    return written.replaceAll(/\s+/g, ' ').trim();
  }

  measure(text: string, { size, weight }: LineStyle): number {
    let width = 0;
    for (const { font, text: part } of this.#listRuns(text, weight)) {
      width += (layOut(font, part).advanceWidth * size) / font.unitsPerEm;
    }
    return width;
  }

  /** The outlines of a line that begins at `x` on the baseline `y`. */
  draw(text: string, x: number, y: number, { size, weight }: LineStyle): string {
    let at = x;
    let shapes = '';
    for (const { font, text: part } of this.#listRuns(text, weight)) {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = layOut(font, part);
      for (const [index, glyph] of glyphs.entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        const outline = glyph.path.toSVG();
        const move = `${round(at + xOffset * scale)} ${round(y - yOffset * scale)}`;
        if (outline !== '') {
          shapes += `<path transform="translate(${move}) scale(${round(scale)} ${round(-scale)})" d="${outline}"/>`;
        }
        at += xAdvance * scale;
      }
    }
    return shapes;
  }

  #has(character: string): boolean {
    const codePoint = character.codePointAt(0) ?? 0;
    return this.#parts[800].some((font) => font.hasGlyphForCodePoint(codePoint));
  }

  #listRuns(text: string, weight: Weight): Run[] {
    const runs: { font: Font; text: string }[] = [];
    const [first] = this.#parts[weight];
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      const found = this.#parts[weight].find((part) => part.hasGlyphForCodePoint(codePoint));
      const font = found ?? first;
      const last = runs.at(-1);
      if (last && last.font === font) last.text += character;
      else if (font) runs.push({ font, text: character });
    }
    return runs;
  }
}

function layOut(font: Font, text: string): GlyphRun {
  return font.layout(text, FEATURES, undefined, LANGUAGE);
}

function loadParts(weight: Weight): Font[] {
  return SUBSETS.map((subset) => {
    const name = `sofia-sans-semi-condensed-${subset}-${weight}-normal.woff`;
    const font = create(readFileSync(join(PACKAGE, 'files', name)));
    if (!('layout' in font)) throw new Error(`The typeface ${subset} is a collection.`);
    return font;
  });
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
