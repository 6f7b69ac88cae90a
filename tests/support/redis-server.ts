import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { getRedisServerPath } from './binaries.ts';
import { endWithParent } from './end-with-parent.mjs';
import { eventually } from './eventually.ts';
import { reservePort } from './free-port.ts';

export interface RedisOptions {
  /** The folder of its files; by default its own, removed by `stop`. */
  readonly dir?: string;
  /** Writes to disk before each reply, like in a race. Otherwise nothing is stored. */
  readonly persist?: boolean;
  /** Further settings, such as `['--maxmemory', '10mb']`. */
  readonly args?: readonly string[];
  /** The initial configuration file, for a server that rewrites it, as sentinels do. */
  readonly config?: string;
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A Redis of the test's own. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dir: string;
  /** Ends the server, by default with SIGKILL, and waits for its end. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts it on the same port and folder. */
  restart(): Promise<void>;
  /** Ends it for good and removes its folder. */
  stop(): Promise<void>;
}

const RACE_PROFILE = ['appendonly yes', 'appendfsync always', 'save 300 1'];
const CONFIG_FILE = 'redis.conf';
const FORGETFUL = ['appendonly no', 'save '];

/** Starts a Redis on a free loopback port and waits until it answers. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'splitcast-redis-')));
  const { config } = options;
  const usual = options.persist ? RACE_PROFILE : FORGETFUL;
  const profile = [...(config === undefined ? usual.flatMap(toArgs) : []), ...(options.args ?? [])];
  if (config !== undefined) {
    const lines = [...(options.persist ? RACE_PROFILE : []), config];
    await writeFile(join(dir, CONFIG_FILE), lines.join('\n'));
  }
  const place = { dir, profile, env: options.env ?? {} };
  let { child, port } = await launchOnFreePort(place);

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!hasEnded(child)) {
      const ended = once(child, 'exit');
      child.kill(signal);
      // A stopped process would never end.
      child.kill('SIGCONT');
      await ended;
    }
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    dir,
    get pid() {
      return child.pid ?? 0;
    },
    kill: async (signal = 'SIGKILL') => end(signal),
    async restart() {
      await end('SIGTERM');
      child = await launch(port, place);
    },
    async stop() {
      await end(options.persist ? 'SIGTERM' : 'SIGKILL');
      if (options.dir === undefined) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A line of a configuration file, as the command line has it. */
function toArgs(line: string): string[] {
  const [name, value = ''] = line.split(/ (.*)/);
  return [`--${name}`, value];
}

interface LaunchPlace extends Required<Pick<RedisOptions, 'dir' | 'env'>> {
  readonly profile: readonly string[];
}

async function launchOnFreePort(
  place: LaunchPlace,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await reservePort();
    try {
      return { child: await launch(port, place), port };
    } catch (error) {
      // Another process may have taken the port since.
      if (attempt === 3) throw error;
    }
  }
}

async function launch(port: number, { dir, profile, env }: LaunchPlace): Promise<ChildProcess> {
  const path = join(dir, CONFIG_FILE);
  const file = existsSync(path) ? [path] : [];
  const child = spawn(
    getRedisServerPath(),
    [...file, '--port', String(port), '--bind', '127.0.0.1', '--dir', dir, ...profile],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  endWithParent(child, 'KILL');
  let log = '';
  child.stdout.on('data', (text: Buffer) => (log += text.toString()));
  child.stderr.on('data', (text: Buffer) => (log += text.toString()));
  await once(child, 'spawn');
  // Checked in the log, since another Redis might answer on the port.
  const isOpen = (): boolean => /Ready to accept connections|Sentinel ID is/.test(log);
  try {
    await eventually(() => expectAnswer(child, port, isOpen()));
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  if (hasEnded(child)) throw new Error(`redis-server ended at once:\n${log}`);
  return child;
}

/** Throws until the server answers or has ended; one that asks for a password answers too. */
async function expectAnswer(child: ChildProcess, port: number, isOpen: boolean): Promise<void> {
  if (!isOpen && !hasEnded(child)) throw new Error('redis-server has not opened its port yet');
  const answer = hasEnded(child) ? 'ended' : await ping(port);
  if (!/^(ended|\+PONG|-NOAUTH)/.test(answer)) {
    throw new Error(`redis-server does not answer yet: ${answer}`);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The answer to PING, or the error. */
async function ping(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer within a second')));
    socket.once('data', (answer) => {
      resolve(answer.toString().trim());
      socket.destroy();
    });
    socket.once('error', (error) => resolve(error.message));
    socket.once('close', () => resolve('closed'));
  });
}
