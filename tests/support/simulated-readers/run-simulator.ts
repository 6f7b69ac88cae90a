import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { createRandom, type Random } from '#server/system/random.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { describeCause, ScannerError } from '#server/scanner/scanner-error.ts';
import { ENCODINGS, type ReaderName } from './encodings.ts';
import { ReaderMemory, type ReaderSession } from './reader-session.ts';
import { SIMULATED_READERS } from './simulated-readers.ts';

/** How often the reader looks who crossed its mat, and says so. */
const TICK_MS = 100;
const AGAIN_MS = SECOND_MS;
/** A scanner that takes nothing in is sent nothing more. */
const MOST_UNSENT_BYTES = 65_536;
/** Reads that are posted at once. */
const POSTED_AT_ONCE = 100;
/** The connection breaks in the middle of one of so many things that are sent. */
const TORN_EACH = 40;

/** The simulated reader, and the events at it. */
export interface SimulationOptions {
  readonly reader: ReaderName;
  readonly host: string;
  readonly port: number;
  readonly firstBand: number;
  readonly lastBand: number;
  readonly perMinute: number;
  /** The same seed is the same order of bands. */
  readonly seed: number;
  /** Whether data is cut anywhere and connections break. */
  readonly isTorn: boolean;
  readonly zone: string;
}

/** Simulates a reader until `stop`. */
export async function runSimulator(
  options: SimulationOptions,
  stop: AbortSignal,
  say: (text: string) => void,
): Promise<void> {
  const { reader, host, port, zone, seed, isTorn } = options;
  const memory = new ReaderMemory(zone, Date.now);
  const mat = new Mat(options, memory);
  const { role, open } = SIMULATED_READERS[reader];
  const wire = new Wire(memory, open, isTorn ? createRandom(seed) : undefined);
  const ended = new AbortController();
  const ticking = tick(mat, wire, ended.signal);
  try {
    if (role === 'waits') await wire.listen(host, port, stop, (at) => say(present(options, at)));
    else {
      say(present(options, port));
      await (open ? wire.connect(host, port, stop) : post(memory, `http://${host}:${port}/`, stop));
    }
  } finally {
    ended.abort();
    await ticking;
    wire.close();
    say(`${memory.reads.length} reads were made up.`);
  }
}

async function tick(mat: Mat, wire: Wire, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    mat.tick();
    wire.tell();
    await delay(TICK_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}

function present(
  { reader, host, perMinute, firstBand, lastBand }: SimulationOptions,
  port: number,
): string {
  const { role } = SIMULATED_READERS[reader];
  const [option, does] = role === 'waits' ? ['connect', 'waits on'] : ['listen', 'connects to'];
  return (
    `A reader of ${reader} that is made up ${does} ${host}:${port}: ${perMinute} reads a minute of the bands ${firstBand} to ${lastBand}. ` +
    `A scanner takes them with: npm run scanner -- --source practice --point finish --format ${reader} --${option} ${host}:${port}`
  );
}

/** Random crossings of a mat. */
class Mat {
  readonly #memory: ReaderMemory;
  readonly #random: Random;
  readonly #options: SimulationOptions;
  #waiting: number[] = [];
  #nextMs = performance.now();

  constructor(options: SimulationOptions, memory: ReaderMemory) {
    this.#memory = memory;
    this.#random = createRandom(options.seed);
    this.#options = options;
  }

  tick(): void {
    const { firstBand, lastBand, perMinute } = this.#options;
    while (this.#nextMs <= performance.now()) {
      this.#nextMs += this.#random.between(0.2, 1.8) * (MINUTE_MS / perMinute);
      if (this.#waiting.length === 0) {
        const all = Array.from(
          { length: lastBand - firstBand + 1 },
          (_, index) => firstBand + index,
        );
        this.#waiting = this.#random.shuffle(all);
      }
      const band = this.#waiting.pop();
      if (band !== undefined) this.#memory.read(band);
    }
  }
}

/** The connections of a reader, each with what it says over it. */
class Wire {
  readonly #memory: ReaderMemory;
  readonly #open: ((memory: ReaderMemory) => ReaderSession) | undefined;
  /** Undefined when nothing is torn. */
  readonly #random: Random | undefined;
  readonly #sessions = new Map<Socket, ReaderSession>();

  constructor(
    memory: ReaderMemory,
    open: ((memory: ReaderMemory) => ReaderSession) | undefined,
    random: Random | undefined,
  ) {
    this.#memory = memory;
    this.#open = open;
    this.#random = random;
  }

  tell(): void {
    for (const [socket, session] of this.#sessions) {
      if (socket.writableLength < MOST_UNSENT_BYTES) this.#write(socket, session.tell());
    }
  }

  async listen(
    host: string,
    port: number,
    stop: AbortSignal,
    onListening: (port: number) => void,
  ): Promise<void> {
    const server = createServer((socket) => this.#take(socket));
    server.listen(port, host);
    await once(server, 'listening').catch((error: Error) => {
      throw new ScannerError(`--listen ${host}:${port}: ${describeCause(error)}.`);
    });
    onListening((server.address() as AddressInfo).port);
    if (!stop.aborted) await once(stop, 'abort');
    server.close();
  }

  async connect(host: string, port: number, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const socket = connect({ host, port });
      const ended = once(socket, 'close');
      const onStop = (): void => void socket.destroy();
      stop.addEventListener('abort', onStop);
      socket.once('connect', () => this.#take(socket));
      socket.on('error', () => undefined);
      await ended;
      stop.removeEventListener('abort', onStop);
      await delay(AGAIN_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }

  close(): void {
    for (const socket of this.#sessions.keys()) socket.destroy();
  }

  #take(socket: Socket): void {
    const session = this.#open?.(this.#memory);
    if (!session) return;
    this.#sessions.set(socket, session);
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sessions.delete(socket));
    socket.on('data', (text: string) => this.#write(socket, session.hear(text)));
    this.#write(socket, session.greeting);
  }

  #write(socket: Socket, text: string): void {
    if (text === '' || !socket.writable) return;
    const random = this.#random;
    if (!random) {
      socket.write(text, 'latin1');
      return;
    }
    const at = random.int(0, text.length);
    socket.write(text.slice(0, at), 'latin1');
    if (random.chance(1 / TORN_EACH)) socket.destroySoon();
    else socket.write(text.slice(at), 'latin1');
  }
}

/** Posts what is not taken in yet, again and again until it is. */
async function post(memory: ReaderMemory, url: string, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const last = Math.min(memory.handed + POSTED_AT_ONCE, memory.reads.length);
    const events = memory.write(memory.handed + 1, last, ENCODINGS.impinj[0]);
    const body = `[${events.trim().split('\n').join(',')}]`;
    const isTaken =
      events !== '' &&
      (await fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        signal: stop,
      })
        .then((response) => response.ok)
        .catch(() => false));
    if (isTaken) memory.handed = last;
    await delay(isTaken ? TICK_MS : AGAIN_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}
