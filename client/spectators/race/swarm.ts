/** Dots of one size, stacked on the line of a course. */
export interface Swarm {
  readonly diameter: number;
  /** The centre of each dot, in the order of the places given; `up` is its height above the line. */
  readonly x: Float32Array;
  readonly up: Float32Array;
}

/** In pixels at scale 1: large for a small field, still visible for a large one. */
const DIAMETERS = [8, 7, 6, 5, 4, 3, 2];

interface SwarmRoom {
  readonly width: number;
  readonly height: number;
  /** Larger on a screen that is read from afar. */
  readonly scale: number;
}

/**
 * Stacks a dot for each place from 0 to 1 on a line of `width` pixels, as large as `height` allows; where even the
 * smallest do not fit, the stacks are pressed together.
 */
export function stackSwarm(places: Float32Array, { width, height, scale }: SwarmRoom): Swarm {
  const least = DIAMETERS.at(-1) ?? 1;
  for (const size of DIAMETERS) {
    const diameter = size === least ? least : size * scale;
    const columns = new Uint16Array(Math.ceil(width / diameter) + 1);
    let highest = 0;
    for (const place of places) {
      const column = Math.floor((place * width) / diameter);
      const count = (columns[column] ?? 0) + 1;
      columns[column] = count;
      if (count > highest) highest = count;
    }
    if (highest * diameter > height && diameter > least) continue;
    const step = highest > 1 ? Math.min(diameter, (height - diameter) / (highest - 1)) : 0;
    columns.fill(0);
    const x = new Float32Array(places.length);
    const up = new Float32Array(places.length);
    for (const [index, place] of places.entries()) {
      const column = Math.floor((place * width) / diameter);
      const below = columns[column] ?? 0;
      columns[column] = below + 1;
      x[index] = place * width;
      up[index] = diameter / 2 + below * step;
    }
    return { diameter, x, up };
  }
  return { diameter: least, x: new Float32Array(), up: new Float32Array() };
}

/** The dot whose centre is nearest to a place, at most `within` pixels away; -1 without one. */
export function findNearest(
  { x, y }: { readonly x: Float32Array; readonly y: Float32Array },
  to: { readonly x: number; readonly y: number },
  within: number,
): number {
  let found = -1;
  let best = within ** 2;
  for (let index = 0; index < x.length; index += 1) {
    const far = ((x[index] ?? 0) - to.x) ** 2 + ((y[index] ?? 0) - to.y) ** 2;
    if (far > best) continue;
    best = far;
    found = index;
  }
  return found;
}
