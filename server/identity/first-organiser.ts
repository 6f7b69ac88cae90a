import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#server/observe/logger.ts';
import type { OrganiserRecord, OrganiserRecords } from '#server/store/organiser-records.ts';
import { createReadablePassword, type PasswordHasher } from './passwords.ts';

const FIRST_EMAIL = 'organiser@race.local';
const RETRY_MS = 1_000;

/** The account of the first start, with its password. */
export interface FirstOrganiser {
  readonly email: string;
  /** To be replaced at the first sign-in. */
  readonly password: string;
}

/** Makes an account where nobody could sign in otherwise. */
export class FirstOrganiserMaker {
  readonly #records: OrganiserRecords;
  readonly #hasher: PasswordHasher;
  readonly #logger: Logger;
  readonly #giveUp = new AbortController();

  constructor(records: OrganiserRecords, hasher: PasswordHasher, logger: Logger) {
    this.#records = records;
    this.#hasher = hasher;
    this.#logger = logger;
  }

  /**
   * When several instances start at once, one makes the account and gets it back; undefined for the others, and
   * where an account can sign in already. While Redis is away it retries, until {@link close}.
   */
  async make(): Promise<FirstOrganiser | undefined> {
    const password = createReadablePassword();
    const mine: OrganiserRecord & { readonly passwordHash: string } = {
      email: FIRST_EMAIL,
      role: 'admin',
      disabled: false,
      createdAt: new Date().toISOString(),
      passwordHash: await this.#hasher.hash(password),
      mustChangePassword: true,
      generation: 0,
    };
    const { signal } = this.#giveUp;
    for (;;) {
      try {
        return (await this.#enter(mine)) ? { email: FIRST_EMAIL, password } : undefined;
      } catch (error) {
        if (signal.aborted) return undefined;
        this.#logger.warn({ err: error }, 'Cannot see whether there is an account; looking again');
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  close(): void {
    this.#giveUp.abort();
  }

  /** Whether the account exists and is this one, also after an earlier try whose answer was lost. */
  async #enter(mine: OrganiserRecord & { readonly passwordHash: string }): Promise<boolean> {
    const organisers = await this.#records.list();
    const hashes = organisers.flatMap(({ record }) => record.passwordHash ?? []);
    if (hashes.length > 0) return hashes.includes(mine.passwordHash);
    const change = { after: mine, by: 'first start', action: 'organiser-add' };
    return this.#records.commit({ before: undefined, ...change });
  }
}
