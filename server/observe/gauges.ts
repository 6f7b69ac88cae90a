import { createHash } from 'node:crypto';

import { Gauge, type Registry } from 'prom-client';

/** Figures that are read on request. */
export class Gauges {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** A figure. Without a value it has no line, since 0 would be a value. */
  add(name: string, help: string, read: () => number | undefined): void {
    this.#registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          const value = read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      }),
    );
  }

  /** A figure of each source. The label is no name: the figures are public, and no public answer names a scanner (PROTOCOL.md CL8). */
  addBySource(
    name: string,
    help: string,
    list: () => readonly (readonly [source: string, value: number | undefined])[],
  ): void {
    this.#registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['source'],
        registers: [],
        collect() {
          this.reset();
          for (const [source, value] of list()) {
            if (value !== undefined) this.set({ source: hash(source) }, value);
          }
        },
      }),
    );
  }
}

function hash(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 8);
}
