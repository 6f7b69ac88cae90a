import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import { type DurationMs, type EpochMs, HOUR_MS } from '#shared/model/time.ts';

/** Lasts from one race of a season to the next. */
const LIFE_MS: DurationMs = 400 * 24 * HOUR_MS;
/** The name of the device, when the mark was given, and the seal on both. */
const MARK_FORM = /^([\w-]{16})\.([0-9a-z]{1,10})\.([\w-]{43})$/;

/** The secret that seals the marks of a race, the same on every instance. */
export type FindMarkKey = () => Promise<string>;

/**
 * Marks that a browser gets when an organiser signs in at it, and shows at the next sign-in. A mark
 * opens nothing: its browser is only counted apart from strangers at the same address, and for this
 * one account. It holds only a random name and a time, and is sealed, so that nobody can make one.
 */
export class DeviceMarks {
  readonly #findKey: FindMarkKey;
  readonly #now: () => EpochMs;
  #key: Promise<string> | undefined;

  constructor(findKey: FindMarkKey, now: () => EpochMs) {
    this.#findKey = findKey;
    this.#now = now;
  }

  async create(email: string): Promise<string> {
    const body = `${randomBytes(12).toString('base64url')}.${this.#now().toString(36)}`;
    return `${body}.${await this.#seal(body, email)}`;
  }

  /**
   * The name of the device an account signed in at; undefined for a mark that is forged, expired or of another account.
   */
  async read(mark: string | undefined, email: string): Promise<string | undefined> {
    const [, device = '', given = '', seal = ''] = MARK_FORM.exec(mark ?? '') ?? [];
    // Given by a clock that was ahead, it would be valid for as much longer.
    if (device === '' || Math.abs(this.#now() - Number.parseInt(given, 36)) > LIFE_MS) {
      return undefined;
    }
    const right = await this.#seal(`${device}.${given}`, email);
    return timingSafeEqual(Buffer.from(right), Buffer.from(seal)) ? device : undefined;
  }

  async #seal(body: string, email: string): Promise<string> {
    return createHmac('sha256', await this.#getKey())
      .update(`${body} ${email}`)
      .digest('base64url');
  }

  #getKey(): Promise<string> {
    this.#key ??= this.#findKey().catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }
}
