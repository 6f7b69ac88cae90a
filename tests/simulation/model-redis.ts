import { ErrorReply } from 'redis';

import type { Process, World } from './world.ts';
import { findScript, nameScript } from './lua-script.ts';

/** Who is connected, and hears what is published on the channels that it listens to. */
export interface Session {
  readonly channels: Set<string>;
  hear(channel: string, text: string): void;
}

/** A hash, or a text, which is what a key of the record must not be. */
type Stored = Map<string, string> | string;

const SHA1_LENGTH = 40;
const NO_SCRIPT = 'NOSCRIPT No matching script. Please use EVAL.';
/** How far a copy may lag. */
const KEPT_WRITES = 50;

/** What a test has the model do wrong, to see that it is found. */
export interface RedisFaults {
  /** Forgets a read that it has said is stored. */
  forgetsRead?: boolean;
}

/**
 * A Redis: one command at a time, hashes and channels, the store's own scripts. With `appendfsync always` nothing
 * leaves it before it is on disk, so that one that is killed has what it has answered.
 */
export class ModelRedis {
  readonly process: Process;
  readonly stored = new Map<string, Stored>();
  readonly sessions = new Set<Session>();
  readonly #world: World;
  readonly #faults: RedisFaults;
  #known = new Set<string>();
  /** What takes the last changes back, each all that one command wrote. */
  #undos: (() => void)[][] = [];
  #present: (() => void)[] = [];
  #newRead: readonly [key: string, field: string] | undefined;

  constructor(world: World, process: Process, faults: RedisFaults) {
    this.#world = world;
    this.process = process;
    this.#faults = faults;
  }

  /** Killed and started again: scripts are forgotten, and who listens. */
  restart(): void {
    this.#known = new Set();
    this.sessions.clear();
  }

  /** A copy takes over that lacks the last changes. */
  failOver(lacks: number): void {
    for (const undos of this.#undos.splice(-lacks).toReversed()) {
      for (const undo of undos.toReversed()) undo();
    }
    this.restart();
  }

  /** Answers a command. @throws {ErrorReply} */
  run([name = '', ...args]: readonly string[], session?: Session): unknown {
    this.#present = [];
    this.#newRead = undefined;
    try {
      return this.#run(name, args, session);
    } finally {
      if (this.#present.length > 0) {
        this.#undos.push(this.#present);
        if (this.#undos.length > KEPT_WRITES) this.#undos.shift();
      }
    }
  }

  #run(name: string, args: readonly string[], session?: Session): unknown {
    switch (name) {
      case 'SUBSCRIBE':
        session?.channels.add(args[0] ?? '');
        return 1;
      case 'EVALSHA':
      case 'EVAL': {
        const [source, count, ...rest] = args;
        if (source === undefined || count === undefined) return failArity(name);
        const sha1 = name === 'EVAL' ? nameScript(source) : source.toLowerCase();
        if (name === 'EVAL') this.#known.add(sha1);
        const isKnown = this.#known.has(sha1);
        if (!isKnown && sha1.length !== SHA1_LENGTH) throw new ErrorReply(NO_SCRIPT);
        const keyCount = Number(readInteger(count, 'value is not an integer or out of range'));
        if (keyCount > rest.length)
          throw new ErrorReply("ERR Number of keys can't be greater than number of args");
        if (keyCount < 0) throw new ErrorReply("ERR Number of keys can't be negative");
        if (!isKnown) throw new ErrorReply(NO_SCRIPT);
        return this.#runScript(sha1, rest.slice(0, keyCount), rest.slice(keyCount));
      }
      default:
        return this.#runPlain(name, args);
    }
  }

  #runScript(sha1: string, keys: readonly string[], args: readonly string[]): unknown {
    const script = findScript(sha1);
    const reply = script?.((name, ...given) => this.#runPlain(name, given), keys, args);
    if (this.#faults.forgetsRead && this.#newRead)
      this.#hash(this.#newRead[0])?.delete(this.#newRead[1]);
    return reply;
  }

  #runPlain(name: string, args: readonly string[]): unknown {
    const [least, most] = ARITY[name] ?? [0, -1];
    if (most === -1) throw new Error(`The model of Redis does not know ${name}.`);
    const isOdd = name === 'HSET' && args.length % 2 === 0;
    if (args.length < least || args.length > most || isOdd) return failArity(name);
    const [key = '', field = '', value = ''] = args;
    switch (name) {
      case 'PING':
        return args[0] ?? 'PONG';
      case 'TIME': {
        const nowMs = Math.floor(this.#world.nowMs + this.process.skewMs);
        return [String(Math.floor(nowMs / 1_000)), String((nowMs % 1_000) * 1_000)];
      }
      case 'TYPE': {
        const found = this.stored.get(key);
        return { ok: found === undefined ? 'none' : typeof found === 'string' ? 'string' : 'hash' };
      }
      case 'EXISTS':
        return args.filter((one) => this.stored.has(one)).length;
      case 'SET':
        this.#put(key, field);
        return { ok: 'OK' };
      case 'DEL': {
        const before = this.stored.size;
        for (const one of args) this.#put(one, undefined);
        return before - this.stored.size;
      }
      case 'RENAME': {
        const found = this.stored.get(key);
        if (found === undefined) throw new ErrorReply('ERR no such key');
        this.#put(key, undefined);
        this.#put(field, found);
        return { ok: 'OK' };
      }
      case 'PUBLISH': {
        const hearers = [...this.sessions].filter(({ channels }) => channels.has(key));
        for (const session of hearers) session.hear(key, field);
        return hearers.length;
      }
      default:
    }
    // The increment is read before the key is looked at.
    const by =
      name === 'HINCRBY' ? readInteger(value, 'value is not an integer or out of range') : 0n;
    const hash = this.#hash(key);
    switch (name) {
      case 'HGET':
        return hash?.get(field) ?? null;
      case 'HMGET':
        return args.slice(1).map((one) => hash?.get(one) ?? null);
      case 'HGETALL':
        return [...(hash ?? [])].flat();
      case 'HVALS':
        return [...(hash?.values() ?? [])];
      case 'HLEN':
        return hash?.size ?? 0;
      case 'HSETNX':
        return hash?.has(field) ? 0 : this.#write(key, field, value);
      case 'HSET':
        return args.reduce(
          (made, _arg, i) =>
            i % 2 === 1 ? made + this.#write(key, args[i] ?? '', args[i + 1]) : made,
          0,
        );
      case 'HDEL':
        return args.slice(1).reduce((gone, one) => gone + this.#write(key, one, undefined), 0);
      case 'HINCRBY': {
        const next = readInteger(hash?.get(field) ?? '0', 'hash value is not an integer') + by;
        if (BigInt.asIntN(64, next) !== next)
          throw new ErrorReply('ERR increment or decrement would overflow');
        this.#write(key, field, String(next));
        return Number(next);
      }
      default:
        throw new Error(`The model of Redis does not answer ${name}.`);
    }
  }

  #hash(key: string): Map<string, string> | undefined {
    const found = this.stored.get(key);
    if (typeof found === 'string')
      throw new ErrorReply('WRONGTYPE Operation against a key holding the wrong kind of value');
    return found;
  }

  #put(key: string, value: Stored | undefined): void {
    const before = this.stored.get(key);
    const set = (one: Stored | undefined): unknown =>
      one === undefined ? this.stored.delete(key) : this.stored.set(key, one);
    this.#present.push(() => set(before));
    set(value);
  }

  /** Returns how many fields came or went with it. */
  #write(key: string, field: string, value: string | undefined): number {
    if (value !== undefined && !this.stored.has(key)) this.#put(key, new Map());
    const hash = this.#hash(key);
    const before = hash?.get(field);
    if (!hash || (value === undefined && before === undefined)) return 0;
    const set = (one: string | undefined): unknown =>
      one === undefined ? hash.delete(field) : hash.set(field, one);
    this.#present.push(() => set(before));
    set(value);
    if (hash.size === 0) this.#put(key, undefined);
    if (before === undefined && key.endsWith(':scans')) this.#newRead ??= [key, field];
    return (before === undefined) === (value === undefined) ? 0 : 1;
  }
}

/** How many arguments a command takes, at least and at most. */
const ARITY: Readonly<Record<string, readonly [number, number]>> = {
  PING: [0, 1],
  TIME: [0, 0],
  TYPE: [1, 1],
  EXISTS: [1, Infinity],
  SET: [2, 2],
  DEL: [1, Infinity],
  RENAME: [2, 2],
  PUBLISH: [2, 2],
  HGET: [2, 2],
  HMGET: [2, Infinity],
  HGETALL: [1, 1],
  HVALS: [1, 1],
  HLEN: [1, 1],
  HSETNX: [3, 3],
  HSET: [3, Infinity],
  HDEL: [2, Infinity],
  HINCRBY: [3, 3],
};
/** The commands that the model answers, beside scripts and listening. */
export const COMMANDS = Object.keys(ARITY);

function failArity(name: string): never {
  throw new ErrorReply(`ERR wrong number of arguments for '${name.toLowerCase()}' command`);
}

function readInteger(text: string, otherwise: string): bigint {
  const value = /^(0|-?[1-9]\d*)$/.test(text) ? BigInt(text) : undefined;
  if (value === undefined || BigInt.asIntN(64, value) !== value)
    throw new ErrorReply(`ERR ${otherwise}`);
  return value;
}
