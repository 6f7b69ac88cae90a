import { PREVIEW_SIZE } from '#server/web/head/write-tags.ts';

/** A line of text: its base line and its largest size. */
interface TextPlace {
  readonly y: number;
  readonly size: number;
}

/** The layout that previews and cards share, in pixels. */
export interface ResultLayout {
  readonly size: { readonly width: number; readonly height: number };
  /** The margin to the left and right. */
  readonly edge: number;
  readonly logo: { readonly top: number; readonly height: number; readonly gap: number };
  readonly title: TextPlace;
  readonly where: TextPlace;
  /** `sizeInTwo`: for a name on two lines. */
  readonly name: TextPlace & { readonly sizeInTwo: number };
  readonly about: TextPlace;
  readonly caption: TextPlace;
  readonly time: TextPlace;
  readonly outcome: TextPlace;
  /** For a runner without a result: the outcome in words, two small lines below it, and the caption of the places. */
  readonly open: {
    readonly outcome: TextPlace;
    readonly lines: readonly [TextPlace, TextPlace];
    readonly places: TextPlace;
  };
  readonly tiles: {
    readonly top: number;
    readonly width: number;
    readonly height: number;
    readonly gap: number;
    /** Both sides of a tile together. */
    readonly padding: number;
    /** To the right of the time, instead of below it. */
    readonly isBeside: boolean;
  };
  readonly place: TextPlace;
  readonly among: TextPlace;
}

export const PREVIEW: ResultLayout = {
  size: PREVIEW_SIZE,
  edge: 64,
  logo: { top: 52, height: 84, gap: 24 },
  title: { y: 88, size: 40 },
  where: { y: 128, size: 30 },
  name: { y: 272, size: 112, sizeInTwo: 60 },
  about: { y: 326, size: 34 },
  caption: { y: 424, size: 32 },
  time: { y: 548, size: 148 },
  outcome: { y: 548, size: 104 },
  open: {
    outcome: { y: 474, size: 92 },
    lines: [
      { y: 520, size: 34 },
      { y: 560, size: 34 },
    ],
    places: { y: 394, size: 28 },
  },
  tiles: { top: 412, width: 192, height: 146, gap: 16, padding: 24, isBeside: true },
  place: { y: 488, size: 68 },
  among: { y: 532, size: 28 },
};

/** A card that a telephone keeps and shows whole. */
export const CARD: ResultLayout = {
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
    lines: [
      { y: 700, size: 42 },
      { y: 750, size: 42 },
    ],
    places: { y: 806, size: 32 },
  },
  tiles: { top: 824, width: 880 / 3, height: 164, gap: 20, padding: 28, isBeside: false },
  place: { y: 910, size: 78 },
  among: { y: 960, size: 34 },
};
