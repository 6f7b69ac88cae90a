/** In pixels at scale 1. */
const DIAMETERS = [8, 7, 6, 5, 4, 3];
const SMALLEST = 2;

interface SwarmRoom {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/**
 * Stacks a dot for each place, from 0 to 1, as large as `height` allows; the smallest overlap if they do not fit.
 * Returns their centres in the order of the places, `up` being the height above the line.
 */
export function stackSwarm(places: Float32Array, { width, height, scale }: SwarmRoom) {
  const columnOf = (place: number, diameter: number): number =>
    Math.floor((place * width) / diameter);
  const countHighest = (diameter: number): number => {
    const columns = new Uint16Array(Math.ceil(width / diameter) + 1);
    let highest = 0;
    for (const place of places) {
      const column = columnOf(place, diameter);
      const count = (columns[column] ?? 0) + 1;
      columns[column] = count;
      if (count > highest) highest = count;
    }
    return highest;
  };
  const diameter =
    DIAMETERS.map((size) => size * scale).find((size) => countHighest(size) * size <= height) ??
    SMALLEST;
  const highest = countHighest(diameter);
  const step = highest > 1 ? Math.min(diameter, (height - diameter) / (highest - 1)) : 0;
  const columns = new Uint16Array(Math.ceil(width / diameter) + 1);
  const x = new Float32Array(places.length);
  const up = new Float32Array(places.length);
  for (const [index, place] of places.entries()) {
    const column = columnOf(place, diameter);
    const below = columns[column] ?? 0;
    columns[column] = below + 1;
    x[index] = place * width;
    up[index] = diameter / 2 + below * step;
  }
  return { diameter, x, up };
}

/** The index of the nearest dot at most `within` pixels away; -1 if there is none. */
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
