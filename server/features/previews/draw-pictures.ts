import { PREVIEW_SIZE } from '#server/web/head/write-tags.ts';
import type { Box } from './canvas.ts';
import { BRIGHT, Canvas, GOLD, INK, QUIET } from './canvas.ts';
import type { RaceStory } from '#server/web/head/race-story.ts';
import type { RunnerStory } from './runner-story.ts';
import type { Typeface } from './typeface.ts';

/** A picture as shapes, and where the logo of the race is laid upon it. */
export interface Drawing {
  readonly svg: string;
  readonly logo: Box;
}

/** What a telephone keeps and shows whole. */
const CARD_SIZE = { width: 1_080, height: 1_350 };

const EDGE = 64;
/** A logo is never so much wider than high. */
const WIDEST_LOGO = 2.5;

/** What pictures are drawn with. */
export interface DrawingKit {
  readonly typeface: Typeface;
  /** How many times as wide as it is high the logo of the race is; undefined without one. */
  readonly logoRatio: number | undefined;
}

/** Keeps room for the logo, and draws the sign of the product where there is none. */
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

/** Places that are seen as such. */
const isPodium = (story: RunnerStory): boolean =>
  story.status === 'finished' && /^[123]\D/.test(story.outcome);

/** Whose picture it is, also where the typeface lacks a letter of the name. */
function nameOf({ name, bib, bibText }: RunnerStory, typeface: Typeface): string {
  return typeface.write(name) ? name : bib && bibText;
}

/** The preview of a runner's page. */
export function drawRunner(story: RunnerStory, kit: DrawingKit): Drawing {
  const { typeface } = kit;
  const { width } = PREVIEW_SIZE;
  const canvas = new Canvas(typeface, PREVIEW_SIZE);
  const inner = width - 2 * EDGE;
  const logo = placeLogo(canvas, kit, { left: EDGE, top: 52, height: 84 });
  const titleAt = EDGE + logo.width + 24;
  const head = { x: titleAt, maxWidth: width - EDGE - titleAt };
  canvas.write(story.raceTitle, { ...head, y: 88, size: 40, weight: 600, fill: INK });
  const where = [story.race, story.day].filter(Boolean).join(' · ');
  canvas.write(where, { ...head, y: 128, size: 30, weight: 400, fill: QUIET });

  const name = nameOf(story, typeface);
  const line = { x: EDGE, maxWidth: inner };
  canvas.writeInTwo(name, { ...line, y: 272, size: 112, weight: 800, fill: INK }, 72);
  const who = [story.bibText === name ? '' : story.bibText, story.ageGroup, story.club];
  const about = who.filter(Boolean).join(' · ');
  canvas.write(about, { ...line, y: 326, size: 34, weight: 400, fill: QUIET });

  const tileWidth = 192;
  const gap = 16;
  const tiles = story.places.slice(0, 3);
  const tilesAt = width - EDGE - tiles.length * (tileWidth + gap) + gap;
  const left = { x: EDGE, maxWidth: (tiles.length > 0 ? tilesAt - 40 : width - EDGE) - EDGE };
  const big = story.time === '' ? story.outcome : story.time;
  canvas.write(story.caption, { ...left, y: 424, size: 32, weight: 600, fill: QUIET });
  const size = story.time === '' ? 104 : 148;
  const fill = story.status === 'dnf' ? INK : BRIGHT;
  canvas.write(big, { ...left, y: 548, size, weight: 800, fill });
  for (const [at, { place, among }] of tiles.entries()) {
    const x = tilesAt + at * (tileWidth + gap);
    const middle = { x: x + tileWidth / 2, anchor: 'middle', maxWidth: tileWidth - 24 } as const;
    canvas.tile(x, 412, tileWidth, 146);
    const color = at === 0 && isPodium(story) ? GOLD : INK;
    canvas.write(place, { ...middle, y: 488, size: 68, weight: 800, fill: color });
    canvas.write(among, { ...middle, y: 532, size: 28, weight: 400, fill: QUIET });
  }
  return { svg: canvas.finish(), logo };
}

/** The result as a card to save and to show around. */
export function drawCard(story: RunnerStory, kit: DrawingKit): Drawing {
  const { typeface } = kit;
  const { width, height } = CARD_SIZE;
  const canvas = new Canvas(typeface, CARD_SIZE);
  const edge = 80;
  const inner = width - 2 * edge;
  const logo = placeLogo(canvas, kit, { left: edge, top: 76, height: 112 });
  const titleAt = edge + logo.width + 28;
  const head = { x: titleAt, maxWidth: width - edge - titleAt };
  canvas.write(story.raceTitle, { ...head, y: 124, size: 50, weight: 600, fill: INK });
  const where = [story.race, story.day].filter(Boolean).join(' · ');
  canvas.write(where, { ...head, y: 174, size: 36, weight: 400, fill: QUIET });

  const name = nameOf(story, typeface);
  const line = { x: edge, maxWidth: inner };
  canvas.writeInTwo(name, { ...line, y: 424, size: 124, weight: 800, fill: INK }, 104);
  const who = [story.bibText === name ? '' : story.bibText, story.ageGroup, story.club];
  const about = who.filter(Boolean).join(' · ');
  canvas.write(about, { ...line, y: 488, size: 42, weight: 400, fill: QUIET });

  canvas.write(story.caption, { ...line, y: 592, size: 38, weight: 600, fill: QUIET });
  const isTimed = story.time !== '';
  const fill = story.status === 'dnf' ? INK : BRIGHT;
  const big = { ...line, y: 768, size: isTimed ? 220 : 140, weight: 800, fill } as const;
  canvas.write(isTimed ? story.time : story.outcome, big);

  const tiles = story.places.slice(0, 3);
  const gap = 20;
  const tileWidth = (inner - 2 * gap) / 3;
  for (const [at, { place, among }] of tiles.entries()) {
    const x = edge + at * (tileWidth + gap);
    const middle = { x: x + tileWidth / 2, anchor: 'middle', maxWidth: tileWidth - 28 } as const;
    canvas.tile(x, 824, tileWidth, 164);
    const color = at === 0 && isPodium(story) ? GOLD : INK;
    canvas.write(place, { ...middle, y: 910, size: 78, weight: 800, fill: color });
    canvas.write(among, { ...middle, y: 960, size: 34, weight: 400, fill: QUIET });
  }

  const row = 60;
  const rows = story.splits.slice(-4);
  for (const [at, { name, time, place }] of rows.entries()) {
    const y = 1_066 + at * row;
    if (at > 0) canvas.rule(edge, y - 43, inner);
    const cell = { y, size: 38, weight: 400 } as const;
    canvas.write(name, { ...cell, x: edge, maxWidth: 480, fill: QUIET });
    const times = { ...cell, weight: 600, anchor: 'end' } as const;
    canvas.write(time, { ...times, x: width - edge - 170, maxWidth: 240, fill: INK });
    canvas.write(place, { ...times, x: width - edge, maxWidth: 150, fill: INK });
  }
  const foot = { x: width - edge, y: height - 40, anchor: 'end', maxWidth: inner } as const;
  canvas.write('Splitcast', { ...foot, size: 26, weight: 600, fill: QUIET });
  return { svg: canvas.finish(), logo };
}

/** The preview of the race itself. */
export function drawRace(story: RaceStory, kit: DrawingKit): Drawing {
  const { width } = PREVIEW_SIZE;
  const canvas = new Canvas(kit.typeface, PREVIEW_SIZE);
  const line = { x: EDGE, maxWidth: width - 2 * EDGE };
  const logo = placeLogo(canvas, kit, { left: EDGE, top: 64, height: 132 });
  canvas.writeInTwo(story.raceTitle, { ...line, y: 428, size: 118, weight: 800, fill: INK }, 112);
  canvas.write(story.day, { ...line, y: 492, size: 38, weight: 400, fill: QUIET });
  const races = [story.caption, ...story.races].join(' · ');
  canvas.write(races, { ...line, y: 560, size: 40, weight: 600, fill: BRIGHT });
  return { svg: canvas.finish(), logo };
}
