import type { Logger } from '#server/observe/logger.ts';
import type { FailedSignIns, SessionRecords } from '#server/store/session-records.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

/** The key of all tries that name no account. */
const NOBODY = 'nobody';
/** Addresses listed for each account; further ones are only counted. */
const MAX_ADDRESSES = 10;

/**
 * Records failed sign-ins: at once, and while more come, once a minute and in one entry for each
 * account, so that a stranger costs neither a write for every guess nor unbounded room.
 */
export class FailedSignInLog {
  readonly #records: Pick<SessionRecords, 'noteFailedSignIns'>;
  readonly #logger: Logger;
  readonly #count: () => void;
  readonly #everyMs: DurationMs;
  /** By account, and so no longer than the list of accounts. */
  readonly #failures = new Map<string, { count: number; addresses: Set<string> }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    records: Pick<SessionRecords, 'noteFailedSignIns'>,
    logger: Logger,
    count: () => void = () => undefined,
    everyMs = MINUTE_MS,
  ) {
    this.#records = records;
    this.#logger = logger;
    this.#count = count;
    this.#everyMs = everyMs;
  }

  /** `account` is undefined if no account has that name. */
  note(account: string | undefined, address: string): void {
    this.#count();
    const name = account ?? NOBODY;
    const failures = this.#failures.get(name) ?? { count: 0, addresses: new Set() };
    this.#failures.set(name, failures);
    failures.count += 1;
    if (failures.addresses.size < MAX_ADDRESSES) failures.addresses.add(address);
    if (!this.#timer) void this.#write();
  }

  /** Records what is left. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writeAll();
  }

  async #write(): Promise<void> {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#failures.size > 0) void this.#write();
    }, this.#everyMs).unref();
    await this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    const failures = [...this.#failures].map(([account, { count, addresses }]): FailedSignIns => {
      return { account, count, addresses: [...addresses] };
    });
    this.#failures.clear();
    try {
      for (const one of failures) await this.#records.noteFailedSignIns(one, MAX_ADDRESSES);
    } catch (error) {
      this.#logger.warn({ err: error }, 'Failed sign-ins could not be written down');
    }
  }
}
