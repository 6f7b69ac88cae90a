import { escapeText } from '#shared/model/text-rules.ts';

/** A record that was left out of the race. */
interface UnreadableRecord {
  /** The name of its hash, such as `runners`. */
  readonly hash: string;
  /** Its field there, escaped and cut. */
  readonly field: string;
  /** In words, to follow its name: `is no JSON object`. */
  readonly reason: string;
}

const MOST_NAMED = 20;
const LONGEST_FIELD = 80;

/** The unreadable records of each hash, since {@link begin} was called for it. */
export class UnreadableLog {
  readonly #reasons = new Map<string, Map<string, string>>();

  begin(hash: string): void {
    this.#reasons.set(hash, new Map());
  }

  add(hash: string, field: string, reason: string): void {
    const ofHash = this.#reasons.get(hash) ?? new Map<string, string>();
    this.#reasons.set(hash, ofHash.set(field, reason));
  }

  get count(): number {
    return Array.from(this.#reasons.values()).reduce((sum, { size }) => sum + size, 0);
  }

  /** The first of them. */
  get named(): readonly UnreadableRecord[] {
    const all = Array.from(this.#reasons).flatMap(([hash, reasons]) =>
      Array.from(reasons, ([field, reason]) => ({ hash, field, reason })),
    );
    return all.slice(0, MOST_NAMED).map(({ hash, field, reason }) => {
      return { hash, field: escapeText(field.slice(0, LONGEST_FIELD)), reason };
    });
  }
}
