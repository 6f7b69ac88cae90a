/** The dot product of two rows of the same length. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** The inverse of a symmetric matrix with a positive diagonal, row after row (Gauss and Jordan). */
export function invert(matrix: Float64Array, size: number): Float64Array {
  const left = matrix.slice();
  const right = new Float64Array(size * size);
  for (let at = 0; at < size; at += 1) right[at * size + at] = 1;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const by = left[pivot * size + pivot] ?? 1;
    for (const side of [left, right])
      for (let column = 0; column < size; column += 1)
        side[pivot * size + column] = (side[pivot * size + column] ?? 0) / by;
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const times = left[row * size + pivot] ?? 0;
      for (const side of [left, right])
        for (let column = 0; column < size; column += 1)
          side[row * size + column] =
            (side[row * size + column] ?? 0) - times * (side[pivot * size + column] ?? 0);
    }
  }
  return right;
}
