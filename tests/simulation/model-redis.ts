import { createHash } from 'node:crypto';

import { ErrorReply } from 'redis';

import type { Process, World } from './world.ts';
import { compileLua, ScriptError } from './lua-script.ts';

/** Who is connected, and hears what is published on the channels that it listens to. */
export interface Session {
  readonly channels: Set<string>;
  hear(channel: string, text: string): void;
}

/** A field of a hash as it was before it was written. */
interface Undo {
  readonly key: string;
  readonly field: string;
  readonly before: string | undefined;
}

/** The scripts there are, by their names, and their names by their texts: compiled once for all courses. */
const scripts = new Map<string, ReturnType<typeof compileLua>>();
const names = new Map<string, string>();

function nameScript(source: string): string {
  const known = names.get(source);
  if (known !== undefined) return known;
  const sha1 = createHash('sha1').update(source).digest('hex');
  names.set(source, sha1);
  scripts.set(sha1, compileLua(source));
  return sha1;
}

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
  readonly hashes = new Map<string, Map<string, string>>();
  readonly sessions = new Set<Session>();
  readonly #world: World;
  readonly #faults: RedisFaults;
  #known = new Set<string>();
  /** The last changes, each of all that one command wrote. */
  #writes: Undo[][] = [];
  #present: Undo[] = [];

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
    for (const write of this.#writes.splice(-lacks).toReversed()) {
      for (const { key, field, before } of write.toReversed()) this.#set(key, field, before);
    }
    this.#present = [];
    this.restart();
  }

  /** Answers a command. @throws {ErrorReply} */
  run([name = '', ...args]: readonly string[], session?: Session): unknown {
    this.#present = [];
    try {
      return this.#run(name, args, session);
    } finally {
      if (this.#present.length > 0) {
        this.#writes.push(this.#present);
        if (this.#writes.length > KEPT_WRITES) this.#writes.shift();
      }
    }
  }

  #run(name: string, args: readonly string[], session?: Session): unknown {
    const [first = '', second = ''] = args;
    switch (name) {
      case 'SUBSCRIBE':
        session?.channels.add(first);
        return 1;
      case 'EVALSHA': {
        if (!this.#known.has(first)) throw new ErrorReply('NOSCRIPT No matching script.');
        return this.#runScript(first, args.slice(1));
      }
      case 'EVAL': {
        const sha1 = nameScript(first);
        this.#known.add(sha1);
        return this.#runScript(sha1, args.slice(1));
      }
      case 'PING':
      case 'WAIT':
        return null;
      default:
        return this.#runPlain(name, first, second, args);
    }
  }

  #runScript(sha1: string, [count = '0', ...rest]: readonly string[]): unknown {
    const keys = rest.slice(0, Number(count));
    const script = scripts.get(sha1);
    try {
      const reply = script?.(
        (name, ...args) => this.#runPlain(name, args[0] ?? '', args[1] ?? '', args),
        keys,
        rest.slice(keys.length),
      );
      if (this.#faults.forgetsRead) this.#forgetRead();
      return reply;
    } catch (error) {
      if (error instanceof ScriptError) throw new ErrorReply(error.message);
      throw error;
    }
  }

  #runPlain(name: string, key: string, field: string, args: readonly string[]): unknown {
    const hash = this.hashes.get(key);
    switch (name) {
      case 'TIME': {
        const nowMs = Math.floor(this.#world.nowMs + this.process.skewMs);
        return [String(Math.floor(nowMs / 1_000)), String((nowMs % 1_000) * 1_000)];
      }
      case 'TYPE':
        return { ok: hash && hash.size > 0 ? 'hash' : 'none' };
      case 'EXISTS':
        return hash && hash.size > 0 ? 1 : 0;
      case 'HGET':
        return hash?.get(field) ?? null;
      case 'HMGET':
        return args.slice(1).map((one) => hash?.get(one) ?? null);
      case 'HGETALL':
        return [...(hash ?? [])].flat();
      case 'HLEN':
        return hash?.size ?? 0;
      case 'HSETNX':
        if (hash?.has(field)) return 0;
        this.#write(key, field, args[2]);
        return 1;
      case 'HSET':
        for (let i = 1; i < args.length; i += 2) this.#write(key, args[i] ?? '', args[i + 1]);
        return 1;
      case 'HDEL':
        for (const one of args.slice(1)) this.#write(key, one, undefined);
        return 1;
      case 'HINCRBY': {
        const next = Number(hash?.get(field) ?? 0) + Number(args[2]);
        this.#write(key, field, String(next));
        return next;
      }
      case 'PUBLISH':
        for (const session of this.sessions)
          if (session.channels.has(key)) session.hear(key, field);
        return 1;
      default:
        throw new Error(`The model of Redis does not know ${name}.`);
    }
  }

  #write(key: string, field: string, value: string | undefined): void {
    this.#present.push({ key, field, before: this.hashes.get(key)?.get(field) });
    this.#set(key, field, value);
  }

  #set(key: string, field: string, value: string | undefined): void {
    const hash = this.hashes.get(key) ?? new Map<string, string>();
    this.hashes.set(key, hash);
    if (value === undefined) hash.delete(field);
    else hash.set(field, value);
  }

  #forgetRead(): void {
    const read = this.#present.find(
      ({ key, before }) => key.endsWith(':scans') && before === undefined,
    );
    if (read) this.#set(read.key, read.field, undefined);
  }
}
