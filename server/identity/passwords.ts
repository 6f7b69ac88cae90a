import { randomBytes, randomInt } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import commonPasswordsText from './common-passwords.txt?raw';

/** Without characters that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A password that is easy to type: `k7mq-3fxt-9hwp-2nbr`, of 79 random bits. */
export function createReadablePassword(): string {
  return Array.from({ length: GROUPS }, createGroup).join('-');
}

function createGroup(): string {
  const letters = Array.from({ length: GROUP_LENGTH }, () => randomInt(ALPHABET.length));
  return letters.map((index) => ALPHABET.charAt(index)).join('');
}

const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 128;
const UNTYPABLE = /[\p{Cc}\p{Cs}]/u;

/** The reason to refuse a password, as a sentence. Any mix of characters is allowed. */
export function findPasswordFault(password: string, email: string): string | undefined {
  const { length } = Array.from(password.normalize('NFKC'));
  if (UNTYPABLE.test(password)) return 'A password cannot contain control characters.';
  if (length < MIN_CHARACTERS) return `A password needs at least ${MIN_CHARACTERS} characters.`;
  if (length > MAX_CHARACTERS) return `A password can have at most ${MAX_CHARACTERS} characters.`;
  const text = password.normalize('NFKC').toLowerCase();
  const isGuessable =
    text === email ||
    text.includes('splitcast') ||
    COMMON.has(text) ||
    SHORT_UNITS.some((length) => text.startsWith(text.slice(length)));
  return isGuessable
    ? 'This password is one of the first that anyone would try: choose another.'
    : undefined;
}

const COMMON = new Set(commonPasswordsText.split('\n').filter((line) => line !== ''));

/** Repetitions of up to four letters are refused, also where the last one is incomplete. */
const SHORT_UNITS = [1, 2, 3, 4];

/** The parameters of argon2. */
interface HashCost {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's minimum for argon2id; about 30 ms. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes 19 MiB and a thread of the pool. */
const MAX_RUNNING = 4;
/** Bounds the wait to about a second. */
const MAX_WAITING = 64;

/** Hashes passwords, a few at a time. */
export class PasswordHasher {
  readonly #cost: HashCost;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #decoy: Promise<string> | undefined;

  constructor(cost: HashCost = COST) {
    this.#cost = cost;
  }

  get isBusy(): boolean {
    return this.#waiting.length >= MAX_WAITING;
  }

  /** A key of 32 bytes. */
  deriveKey(password: string, salt: Uint8Array): Promise<Uint8Array> {
    return this.#run(() => hashRaw(spell(password), { ...this.#cost, salt, outputLen: 32 }));
  }

  /** The hash in PHC format, with a new salt. */
  hash(password: string): Promise<string> {
    return this.#run(() => hash(spell(password), this.#cost));
  }

  /** Takes the same time without a hash. `isFirst` goes to the front of the queue. */
  async verify(
    passwordHash: string | undefined,
    password: string,
    isFirst = false,
  ): Promise<boolean> {
    const decoy = await this.#getDecoy();
    const isRight = await this.#run(() => verify(passwordHash ?? decoy, spell(password)), isFirst);
    return isRight && passwordHash !== undefined;
  }

  /** The hash of an unknown password, for attempts without an account. */
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

/** Keyboards encode the same letter in different ways. */
function spell(password: string): string {
  return password.normalize('NFKC');
}
