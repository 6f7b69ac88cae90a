/** The distinct values of an ordered list. */
export function listDistinct(values: Float64Array): Float64Array {
  return values.filter((value, at) => value !== values[at - 1]);
}

/** How many of the indexes from 0 satisfy `holds`, which must not hold again after it first fails. */
export function countWhile(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
