import { randomBytes } from 'node:crypto';

import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id; about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT_FORM = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Each takes 19 MiB and a thread of the pool while it runs. */
const MAX_RUNNING = 4;
/** More than this would keep whoever is last waiting for a second or more. */
const MAX_WAITING = 64;

/** Hashes passwords, a few at a time. */
export class PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #decoy: Promise<string> | undefined;

  /** Whether so many wait that another one should be sent away. */
  get isBusy(): boolean {
    return this.#waiting.length >= MAX_WAITING;
  }

  /** The hash in PHC form, with its own salt and parameters. */
  hash(password: string): Promise<string> {
    return this.#run(() => hash(spell(password), COST));
  }

  /** Without a hash it takes as long as with one, and the answer is no. With `isFirst` it goes before all that wait. */
  async verify(
    passwordHash: string | undefined,
    password: string,
    isFirst = false,
  ): Promise<boolean> {
    const decoy = await this.#getDecoy();
    const isRight = await this.#run(() => verify(passwordHash ?? decoy, spell(password)), isFirst);
    return isRight && passwordHash !== undefined;
  }

  /** Whether a hash was made with other parameters than are used now. */
  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(CURRENT_FORM);
  }

  /** The hash of a password nobody knows, compared with where there is no account. */
  #getDecoy(): Promise<string> {
    this.#decoy ??= this.hash(randomBytes(32).toString('base64url'));
    return this.#decoy;
  }

  async #run<T>(task: () => Promise<T>, isFirst = false): Promise<T> {
    if (this.#running >= MAX_RUNNING) {
      await new Promise<void>((resolve) => {
        if (isFirst) this.#waiting.unshift(resolve);
        else this.#waiting.push(resolve);
      });
    }
    this.#running += 1;
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

/** Keyboards spell one letter in several ways; the password is the same. */
function spell(password: string): string {
  return password.normalize('NFKC');
}
