/**
 * How many items are in the chunks before a given one, and which chunk has the item at a given index: both, and
 * changing one count, in the logarithm of the number of chunks (a Fenwick tree).
 */
export class PrefixCounts {
  readonly #tree: number[];
  readonly #topStep: number;

  /** Takes linear time; made again when a chunk is added or dropped. */
  constructor(counts: readonly number[]) {
    this.#tree = [0, ...counts];
    for (let node = 1; node < this.#tree.length; node += 1) {
      const parent = node + lowestBit(node);
      if (parent < this.#tree.length) this.#bump(parent, this.#tree[node] ?? 0);
    }
    this.#topStep = counts.length === 0 ? 0 : 2 ** Math.floor(Math.log2(counts.length));
  }

  change(chunk: number, difference: number): void {
    for (let node = chunk + 1; node < this.#tree.length; node += lowestBit(node)) {
      this.#bump(node, difference);
    }
  }

  before(chunk: number): number {
    let total = 0;
    for (let node = chunk; node > 0; node -= lowestBit(node)) total += this.#tree[node] ?? 0;
    return total;
  }

  /** The chunk with the item at `index`, and its offset there. */
  locate(index: number): { readonly chunk: number; readonly offset: number } {
    let chunk = 0;
    let offset = index;
    for (let step = this.#topStep; step > 0; step >>= 1) {
      const count = this.#tree[chunk + step];
      if (count === undefined || count > offset) continue;
      chunk += step;
      offset -= count;
    }
    return { chunk, offset };
  }

  #bump(node: number, difference: number): void {
    this.#tree[node] = (this.#tree[node] ?? 0) + difference;
  }
}

function lowestBit(node: number): number {
  return node & -node;
}
