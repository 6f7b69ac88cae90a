import type { RaceSummary } from '#server/web/head/race-summary.ts';
import { PREVIEW_SIZE } from '#server/web/head/write-tags.ts';

import { type Box, BRIGHT, Canvas, INK, MEDALS, QUIET } from './canvas.ts';
import type { RunnerSummary } from './runner-summary.ts';
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

export function drawRace(summary: RaceSummary, kit: DrawingKit): Drawing {
  const { edge, size } = PREVIEW;
  const canvas = new Canvas(kit.typeface, size);
  const line = { x: edge, maxWidth: size.width - 2 * edge };
  const logo = placeLogo(canvas, kit, { left: edge, top: 64, height: 132 });
  canvas.write(summary.raceTitle, { ...line, y: 428, size: 118, weight: 800, fill: INK });
  canvas.write(summary.day, { ...line, y: 492, size: 38, weight: 400, fill: QUIET });
  const races = [summary.caption, ...summary.races].join(' · ');
  canvas.write(races, { ...line, y: 560, size: 40, weight: 600, fill: BRIGHT });
  return { svg: canvas.finish(), logo };
}

export function drawRunner(summary: RunnerSummary, kit: DrawingKit): Drawing {
  const { edge, size, tiles } = PREVIEW;
  const canvas = new Canvas(kit.typeface, size);
  const right = size.width - edge;
  const { gap, ...logoPlace } = PREVIEW.logo;
  const logo = placeLogo(canvas, kit, { left: edge, ...logoPlace });
  const titleAt = edge + logo.width + gap;
  const head = { x: titleAt, maxWidth: right - titleAt };
  canvas.write(summary.raceTitle, { ...head, ...PREVIEW.title, weight: 600, fill: INK });
  const where = [summary.race, summary.day].filter(Boolean).join(' · ');
  canvas.write(where, { ...head, ...PREVIEW.where, weight: 400, fill: QUIET });

  const isWritten = Boolean(kit.typeface.write(summary.name));
  const name = isWritten ? summary.name : summary.bibText || summary.anyRunner;
  const line = { x: edge, maxWidth: right - edge };
  canvas.write(name, { ...line, ...PREVIEW.name, weight: 800, fill: INK });
  const bib = summary.bibText === name ? '' : summary.bibText;
  const who = [isWritten ? bib : '', summary.ageGroup, summary.club];
  // Omit parts that can't be written.
  const about = who.filter((part) => kit.typeface.write(part)).join(' · ');
  canvas.write(about, { ...line, ...PREVIEW.about, weight: 400, fill: QUIET });

  const places = summary.places.slice(0, MOST_TILES);
  const tilesAt = right - places.length * (tiles.width + tiles.gap) + tiles.gap;
  const left = {
    x: edge,
    maxWidth: (places.length > 0 ? tilesAt - BESIDE_TILES : right) - edge,
  };
  canvas.write(summary.caption, { ...left, ...PREVIEW.caption, weight: 600, fill: QUIET });
  // Without a time there is nothing that could be mistaken for a result (PROTOCOL.md PW5).
  if (summary.time === '') {
    canvas.write(summary.outcome, { ...left, ...PREVIEW.outcome, weight: 800, fill: INK });
  } else {
    canvas.write(summary.time, { ...left, ...PREVIEW.time, weight: 800, fill: BRIGHT });
  }
  for (const [at, { place, among }] of places.entries()) {
    const x = tilesAt + at * (tiles.width + tiles.gap);
    const maxWidth = tiles.width - tiles.padding;
    const middle = { x: x + tiles.width / 2, anchor: 'middle', maxWidth } as const;
    canvas.tile(x, tiles.top, tiles.width, tiles.height);
    const fill = findMedal(place) ?? INK;
    canvas.write(place, { ...middle, ...PREVIEW.place, weight: 800, fill });
    canvas.write(among, { ...middle, ...PREVIEW.among, weight: 400, fill: QUIET });
  }
  return { svg: canvas.finish(), logo };
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

/** The layout of a picture in pixels; `y` is the baseline of a line, `size` its largest size. */
const PREVIEW = {
  size: PREVIEW_SIZE,
  /** The margin to the left and right. */
  edge: 64,
  logo: { top: 52, height: 84, gap: 24 },
  title: { y: 88, size: 40 },
  where: { y: 128, size: 30 },
  name: { y: 272, size: 112 },
  about: { y: 326, size: 34 },
  caption: { y: 424, size: 32 },
  time: { y: 548, size: 148 },
  outcome: { y: 548, size: 104 },
  /** To the right of the time; `padding`: left plus right. */
  tiles: { top: 412, width: 192, height: 146, gap: 16, padding: 24 },
  place: { y: 488, size: 68 },
  among: { y: 532, size: 28 },
};
