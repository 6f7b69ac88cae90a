/** A text of this width that hangs on a stem at `x`. */
export interface Label {
  readonly x: number;
  readonly width: number;
}

/** Where a text begins, or ends if it hangs left of its stem, and its row: 0 is nearest to where the stem begins. */
export interface PlacedLabel {
  readonly x: number;
  readonly textAnchor: 'start' | 'end';
  readonly row: number;
}

/** Between a text and a stem, and between two texts of a row. */
const GAP = 5;

interface Taken {
  readonly stem: number;
  readonly left: number;
  readonly right: number;
  readonly row: number;
}

/**
 * Hangs texts on their stems within `width`, in rows where none lies on another and no stem runs through one: right of
 * the stem, or left of it where the room on the right ends. Undefined for a text that finds no such place in `rows`.
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
    // No text may reach over the stem of one that hangs to the left.
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
 * Spreads texts below each other, at least `apart` from one to the next and from `from` to `to`, each as near to its
 * wish as the others let it. `wishes` ascend, and so do the places.
 */
export function spreadApart(
  wishes: readonly number[],
  { apart, from, to }: { readonly apart: number; readonly from: number; readonly to: number },
): readonly number[] {
  // Texts that touch one another stand about the middle of their wishes.
  const clusters: { readonly sum: number; readonly count: number }[] = [];
  const topOf = ({ sum, count }: { readonly sum: number; readonly count: number }): number =>
    Math.max(from, Math.min(to - (count - 1) * apart, sum / count - ((count - 1) * apart) / 2));
  for (const wish of wishes) {
    let last = { sum: wish, count: 1 };
    for (
      let before = clusters.at(-1);
      before && topOf(before) + before.count * apart > topOf(last);
      before = clusters.at(-1)
    ) {
      clusters.pop();
      last = { sum: before.sum + last.sum, count: before.count + last.count };
    }
    clusters.push(last);
  }
  return clusters.flatMap((cluster) =>
    Array.from({ length: cluster.count }, (_, index) => topOf(cluster) + index * apart),
  );
}
