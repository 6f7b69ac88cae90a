/** How many may be open at once. */
export interface SlotLimits {
  readonly inAll: number;
  readonly perAddress: number;
}

/** Counts what is open at once, in all and for each address, in memory bounded by what is open. */
export class ConnectionSlots {
  readonly #limits: SlotLimits;
  readonly #byAddress = new Map<string, number>();
  #taken = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  has(address: string): boolean {
    const { inAll, perAddress } = this.#limits;
    return this.#taken < inAll && (this.#byAddress.get(address) ?? 0) < perAddress;
  }

  /** Takes a slot until the returned function is called, once. */
  take(address: string): () => void {
    this.#taken += 1;
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
    return () => {
      this.#taken -= 1;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
    };
  }
}
