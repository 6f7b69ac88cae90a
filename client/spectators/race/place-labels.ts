/** The most points for which a phone has room, and a wide screen. */
export const MOST_POINTS = { phone: 8, wide: 16 };

/** The points to show: all, or on a course of many laps the first, the last, the current, and some evenly between. */
export function choosePoints(points: number, most: number, current = 0): readonly number[] {
  const step = Math.ceil(points / most);
  const always = [0, Math.min(current, points - 1), points - 1];
  return Array.from({ length: points }, (_, index) => index).filter(
    (index) =>
      always.includes(index) ||
      (index % step === 0 && always.every((one) => Math.abs(one - index) > step / 2)),
  );
}

/** A text attached to a stem at `x`. */
export interface Label {
  readonly x: number;
  readonly width: number;
}

/** The anchor of a text; row 0 is nearest to the root of the stem. */
export interface PlacedLabel {
  readonly x: number;
  readonly textAnchor: 'start' | 'end';
  readonly row: number;
}

/** The least distance from a text to a stem or another text. */
const GAP = 5;

interface Taken {
  readonly stem: number;
  readonly left: number;
  readonly right: number;
  readonly row: number;
}

/**
 * Places texts right of their stems, or left near the right edge, in rows so that no text overlaps another or a stem.
 * Undefined for a text that does not fit into `rows`.
 */
export function placeLabels(
  labels: readonly Label[],
  { width, rows }: { readonly width: number; readonly rows: number },
): readonly (PlacedLabel | undefined)[] {
  const fromRight = labels.toSorted((a, b) => b.x - a.x);
  let roomTo = width;
  const toLeft: Label[] = [];
  const toRight: Label[] = [];
  for (const label of fromRight) {
    if (label.x + GAP + label.width <= roomTo) {
      toRight.push(label);
      continue;
    }
    // Texts must not reach beyond the stem of one on its left side.
    roomTo = label.x - GAP;
    toLeft.unshift(label);
  }
  const taken: Taken[] = [];
  const placed = new Map<Label, PlacedLabel>();
  for (const label of [...toRight, ...toLeft]) {
    const isLeft = toLeft.includes(label);
    const x = label.x + (isLeft ? -GAP : GAP);
    const left = isLeft ? x - label.width : x;
    if (left < 0) continue;
    const place = { stem: label.x, left, right: left + label.width };
    const row = Array.from({ length: rows }, (_, index) => index).find((index) =>
      taken.every((one) => !isInTheWay(one, { ...place, row: index })),
    );
    if (row === undefined) continue;
    taken.push({ ...place, row });
    placed.set(label, { x, textAnchor: isLeft ? 'end' : 'start', row });
  }
  return labels.map((label) => placed.get(label));
}

function isInTheWay(one: Taken, other: Taken): boolean {
  if (one.row === other.row) {
    return one.left < other.right + 2 * GAP && other.left < one.right + 2 * GAP;
  }
  const [near, far] = one.row < other.row ? [one, other] : [other, one];
  return far.stem > near.left - GAP && far.stem < near.right + GAP;
}

/**
 * Spreads texts vertically, at least `apart`: each at its wish, or below the one before, or so high that all end above
 * `to`. Wishes and results ascend.
 */
export function spreadApart(
  wishes: readonly number[],
  { apart, from, to }: { readonly apart: number; readonly from: number; readonly to: number },
): readonly number[] {
  let next = from;
  return wishes.map((wish, index) => {
    const lowest = to - (wishes.length - 1 - index) * apart;
    const y = Math.max(next, Math.min(wish, lowest));
    next = y + apart;
    return y;
  });
}
