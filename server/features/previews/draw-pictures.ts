import type { RaceSummary } from '#server/web/head/race-summary.ts';
import { PREVIEW_SIZE } from '#server/web/head/write-tags.ts';

import { type Box, BRIGHT, Canvas, INK, MEDALS, QUIET } from './canvas.ts';
import type { PicturedRunner } from './runner-summary.ts';
import type { Typeface } from './typeface.ts';

export interface Drawing {
  readonly svg: string;
  /** The space for the race's logo. */
  readonly logo: Box;
}

export interface DrawingKit {
  readonly typeface: Typeface;
  /** Width divided by height; undefined without a logo. */
  readonly logoRatio: number | undefined;
}

const MOST_TILES = 3;
/** The gap between the time and the tiles to its right. */
const BESIDE_TILES = 40;

export function drawRunner(summary: PicturedRunner, kit: DrawingKit): Drawing {
  const { canvas, logo } = drawResult(summary, kit, PREVIEW);
  return { svg: canvas.finish(), logo };
}

/** The result as a card to save and share. */
export function drawCard(summary: PicturedRunner, kit: DrawingKit): Drawing {
  const { canvas, logo } = drawResult(summary, kit, CARD);
  const { edge, size } = CARD;
  const inner = size.width - 2 * edge;
  const right = size.width - edge;
  const row = 60;
  const rows = summary.splits.slice(-4);
  for (const [at, { name, time, place }] of rows.entries()) {
    const y = 1_066 + at * row;
    if (at > 0) canvas.rule(edge, y - 43, inner);
    const cell = { y, size: 38, weight: 400 } as const;
    canvas.write(name, { ...cell, x: edge, maxWidth: 480, fill: QUIET });
    const figure = { ...cell, weight: 600, anchor: 'end', fill: INK } as const;
    canvas.write(time, { ...figure, x: right - 170, maxWidth: 240 });
    canvas.write(place, { ...figure, x: right, maxWidth: 150 });
  }
  const foot = { x: right, y: size.height - 40, anchor: 'end', maxWidth: inner } as const;
  canvas.write('Splitcast', { ...foot, size: 26, weight: 600, fill: QUIET });
  return { svg: canvas.finish(), logo };
}

export function drawRace(summary: RaceSummary, kit: DrawingKit): Drawing {
  const { edge, size } = PREVIEW;
  const canvas = new Canvas(kit.typeface, size);
  const line = { x: edge, maxWidth: size.width - 2 * edge };
  const logo = placeLogo(canvas, kit, { left: edge, top: 64, height: 132 });
  canvas.writeInTwo(summary.raceTitle, { ...line, y: 428, size: 118, weight: 800, fill: INK }, 112);
  canvas.write(summary.day, { ...line, y: 492, size: 38, weight: 400, fill: QUIET });
  const races = [summary.caption, ...summary.races].join(' · ');
  canvas.write(races, { ...line, y: 560, size: 40, weight: 600, fill: BRIGHT });
  return { svg: canvas.finish(), logo };
}

/** Draws the common part of previews and cards. */
function drawResult(
  summary: PicturedRunner,
  kit: DrawingKit,
  layout: ResultLayout,
): { readonly canvas: Canvas; readonly logo: Box } {
  const { edge, size } = layout;
  const canvas = new Canvas(kit.typeface, size);
  const right = size.width - edge;
  const { gap, ...logoPlace } = layout.logo;
  const logo = placeLogo(canvas, kit, { left: edge, ...logoPlace });
  const titleAt = edge + logo.width + gap;
  const head = { x: titleAt, maxWidth: right - titleAt };
  canvas.write(summary.raceTitle, { ...head, ...layout.title, weight: 600, fill: INK });
  const where = [summary.race, summary.day].filter(Boolean).join(' · ');
  canvas.write(where, { ...head, ...layout.where, weight: 400, fill: QUIET });

  const isWritten = Boolean(kit.typeface.write(summary.name));
  const name = isWritten ? summary.name : summary.bibText || summary.anyRunner;
  const line = { x: edge, maxWidth: right - edge };
  const { sizeInTwo, ...namePlace } = layout.name;
  canvas.writeInTwo(name, { ...line, ...namePlace, weight: 800, fill: INK }, sizeInTwo);
  const bib = summary.bibText === name ? '' : summary.bibText;
  const who = [isWritten ? bib : '', summary.ageGroup, summary.club];
  // Omit parts that can't be written.
  const about = who.filter((part) => kit.typeface.write(part)).join(' · ');
  canvas.write(about, { ...line, ...layout.about, weight: 400, fill: QUIET });

  const { tiles } = layout;
  const places = summary.places.slice(0, MOST_TILES);
  const tilesWidth = places.length * (tiles.width + tiles.gap) - tiles.gap;
  const tilesAt = tiles.isBeside ? right - tilesWidth : edge;
  const isNarrow = tiles.isBeside && places.length > 0;
  const left = { x: edge, maxWidth: (isNarrow ? tilesAt - BESIDE_TILES : right) - edge };
  canvas.write(summary.caption, { ...left, ...layout.caption, weight: 600, fill: QUIET });
  if (summary.status === 'finished') {
    canvas.write(summary.time, { ...left, ...layout.time, weight: 800, fill: BRIGHT });
  } else if (summary.status === 'dnf') {
    canvas.write(summary.outcome, { ...left, ...layout.outcome, weight: 800, fill: INK });
  } else {
    writeOpen(canvas, summary, { layout, left, tilesAt });
  }
  for (const [at, { place, among }] of places.entries()) {
    const x = tilesAt + at * (tiles.width + tiles.gap);
    const maxWidth = tiles.width - tiles.padding;
    const middle = { x: x + tiles.width / 2, anchor: 'middle', maxWidth } as const;
    canvas.tile(x, tiles.top, tiles.width, tiles.height);
    const color = (summary.status === 'finished' && findMedal(place)) || INK;
    canvas.write(place, { ...middle, ...layout.place, weight: 800, fill: color });
    canvas.write(among, { ...middle, ...layout.among, weight: 400, fill: QUIET });
  }
  return { canvas, logo };
}

/** Writes a provisional state so that it can't be mistaken for a result (PROTOCOL.md PW5). */
function writeOpen(
  canvas: Canvas,
  { outcome, soFar, asOf }: PicturedRunner,
  {
    layout: { open, edge, size },
    left,
    tilesAt,
  }: {
    readonly layout: ResultLayout;
    readonly left: { readonly x: number; readonly maxWidth: number };
    readonly tilesAt: number;
  },
): void {
  canvas.write(outcome, { ...left, ...open.outcome, weight: 800, fill: INK });
  const small = { ...left, weight: 600, fill: QUIET } as const;
  canvas.write(soFar?.passing ?? asOf, { ...small, ...open.first });
  if (!soFar) return;
  canvas.write(`${soFar.time} · ${asOf}`, { ...small, ...open.second });
  const places = { x: tilesAt, maxWidth: size.width - edge - tilesAt };
  canvas.write(soFar.places, { ...places, ...open.places, weight: 600, fill: QUIET });
}

const WIDEST_LOGO = 2.5;

/** Reserves the space for the logo, or draws the product's. */
function placeLogo(
  canvas: Canvas,
  { logoRatio }: DrawingKit,
  place: Pick<Box, 'left' | 'top' | 'height'>,
): Box {
  const ratio = Math.min(WIDEST_LOGO, Math.max(1, logoRatio ?? 1));
  const box = { ...place, width: Math.round(place.height * ratio) };
  if (logoRatio === undefined) canvas.mark(box);
  return box;
}

/** The colour of the first three places, such as `1st` or `1af`. */
const findMedal = (place: string): string | undefined =>
  /^[123]\D/.test(place) ? MEDALS[Number(place[0]) - 1] : undefined;

/** The layout of a preview in pixels; `y` is the baseline of a line, `size` its largest size. */
const PREVIEW = {
  size: PREVIEW_SIZE,
  /** The margin to the left and right. */
  edge: 64,
  logo: { top: 52, height: 84, gap: 24 },
  title: { y: 88, size: 40 },
  where: { y: 128, size: 30 },
  /** `sizeInTwo`: the size on two lines. */
  name: { y: 272, size: 112, sizeInTwo: 60 },
  about: { y: 326, size: 34 },
  caption: { y: 424, size: 32 },
  time: { y: 548, size: 148 },
  outcome: { y: 548, size: 104 },
  /** For a runner without a result. */
  open: {
    outcome: { y: 474, size: 92 },
    first: { y: 520, size: 34 },
    second: { y: 560, size: 34 },
    places: { y: 394, size: 28 },
  },
  /** `padding`: left plus right. `isBeside`: to the right of the time instead of below it. */
  tiles: { top: 412, width: 192, height: 146, gap: 16, padding: 24, isBeside: true },
  place: { y: 488, size: 68 },
  among: { y: 532, size: 28 },
};
type ResultLayout = typeof PREVIEW;

/** A card to save on a phone. */
const CARD: ResultLayout = {
  size: { width: 1_080, height: 1_350 },
  edge: 80,
  logo: { top: 76, height: 112, gap: 28 },
  title: { y: 124, size: 50 },
  where: { y: 174, size: 36 },
  name: { y: 424, size: 124, sizeInTwo: 104 },
  about: { y: 488, size: 42 },
  caption: { y: 592, size: 38 },
  time: { y: 768, size: 220 },
  outcome: { y: 768, size: 140 },
  open: {
    outcome: { y: 640, size: 124 },
    first: { y: 700, size: 42 },
    second: { y: 750, size: 42 },
    places: { y: 806, size: 32 },
  },
  tiles: { top: 824, width: 880 / 3, height: 164, gap: 20, padding: 28, isBeside: false },
  place: { y: 910, size: 78 },
  among: { y: 960, size: 34 },
};
