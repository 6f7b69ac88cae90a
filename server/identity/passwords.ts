import { randomBytes, randomInt } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import commonPasswordsText from './common-passwords.txt?raw';

/** Without letters or digits that are confused when read out or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A password to be read from a screen and typed: `k7mq-3fxt-9hwp-2nbr`, of 79 random bits. */
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

/** Why a password is refused, in a sentence; undefined when it is not. Any mix of characters is allowed. */
export function findPasswordFault(password: string, email: string): string | undefined {
  const { length } = Array.from(password.normalize('NFKC'));
  if (UNTYPABLE.test(password)) return 'A password cannot contain control characters.';
  if (length < MIN_CHARACTERS) return `A password needs at least ${MIN_CHARACTERS} characters.`;
  if (length > MAX_CHARACTERS) return `A password can have at most ${MAX_CHARACTERS} characters.`;
  const isKnown =
    password.toLowerCase() === email || isCommonPassword(password) || isOfServiceName(password);
  return isKnown
    ? 'This password is one of the first that anyone would try: choose another.'
    : undefined;
}

/** The name of the service, and the first words a guesser who knows it would try. */
const CONTEXT_WORDS =
  /splitcast|organi[sz]er|password|results?|timing|admin|race|run(?:ner|ning)?/g;
/** A date, or a few signs between words. */
const FEW_SIGNS = /^\P{L}{0,8}$/u;

function isOfServiceName(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  return text.includes('splitcast') && FEW_SIGNS.test(text.replaceAll(CONTEXT_WORDS, ''));
}

const COMMON = new Set(commonPasswordsText.split('\n').filter((line) => line !== ''));

/** A few letters repeated are no long password. */
const SHORT_UNIT = 4;

/** Whether a password is one of the long ones that are tried first, in any case, or a few letters repeated. */
function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  return COMMON.has(text) || countUnit(Array.from(text)) <= SHORT_UNIT;
}

/** The length of the shortest unit that a text repeats, perhaps cut off at the end; the whole length if none. */
function countUnit(letters: readonly string[]): number {
  const lengths = letters.map((_, at) => at + 1);
  const isUnit = (length: number): boolean =>
    letters.every((letter, at) => at < length || letter === letters[at - length]);
  return lengths.find(isUnit) ?? 0;
}

/** The cost of a hash, for us and for a guesser: argon2's own parameters. */
interface HashCost {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's minimum for argon2id; about 30 ms. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes 19 MiB and a thread of the pool while it runs. */
const MAX_RUNNING = 4;
/** With more the last one would wait for a second or longer. */
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

  /** A key of 32 bytes, the same for the same password and salt. */
  deriveKey(password: string, salt: Uint8Array): Promise<Uint8Array> {
    return this.#run(() => hashRaw(spell(password), { ...this.#cost, salt, outputLen: 32 }));
  }

  /** The hash in PHC form, with its own salt and parameters. */
  hash(password: string): Promise<string> {
    return this.#run(() => hash(spell(password), this.#cost));
  }

  /**
   * Without a hash it takes as long as with one, and the answer is no. With `isFirst` it goes
   * before all that wait.
   */
  async verify(
    passwordHash: string | undefined,
    password: string,
    isFirst = false,
  ): Promise<boolean> {
    const decoy = await this.#getDecoy();
    const isRight = await this.#run(() => verify(passwordHash ?? decoy, spell(password)), isFirst);
    return isRight && passwordHash !== undefined;
  }

  /** Whether a hash has other parameters than new ones. */
  isOutdated(passwordHash: string): boolean {
    const { memoryCost, timeCost, parallelism } = this.#cost;
    const form = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
    return !passwordHash.startsWith(form);
  }

  /** The hash of an unknown password, for comparisons without an account. */
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

/** Keyboards encode one letter in several ways; the password is the same. */
function spell(password: string): string {
  return password.normalize('NFKC');
}
