/**
 * Bytes as they were before one bit of them flipped, and where that was.
 * @typedef {{ readonly bytes: Buffer, readonly at: number }} Corrected
 */

/**
 * Finds the only bit of the bytes at `places` that makes them whole again: where one bit of these has flipped, that is how
 * they were, since that one is among those that do. Undefined where there are several or none.
 * @param {Buffer} bytes
 * @param {Iterable<number>} places
 * @param {(bytes: Buffer) => boolean} isWhole
 * @returns {Corrected | undefined}
 */
export function correctFlippedBit(bytes, places, isWhole) {
  const copy = Buffer.from(bytes);
  /** @type {{ at: number, byte: number } | undefined} */
  let found;
  for (const at of places) {
    const was = bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const byte = was ^ (1 << bit);
      copy[at] = byte;
      if (!isWhole(copy)) continue;
      if (found) return undefined;
      found = { at, byte };
    }
    copy[at] = was;
  }
  if (!found) return undefined;
  copy[found.at] = found.byte;
  return { bytes: copy, at: found.at };
}
