import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { startProcess } from '#tests/support/process.ts';
import type { TestProcess } from '#tests/support/process.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { listChildren } from '#tests/support/running-processes.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** A start may have to build first, on a machine that has other things to do. */
vi.setConfig({ testTimeout: 90_000 });

beforeAll(async () => {
  const build = startProcess(process.execPath, [bootstrap('build')]);
  if ((await build.exitCode) !== 0) throw new Error(build.output);
}, 120_000);

test('[CONTRACT 1] the service starts by one command, outlives its Redis, and drains on Ctrl-C', async () => {
  const dataDir = createTempFolder();
  const { launcher, port } = await startService(dataDir);
  expect(launcher.output).toContain(
    `Data is kept in ${dataDir}, by a Redis of its own at redis://`,
  );
  expect(launcher.output).toMatch(new RegExp(`http://localhost:${port}\\b`));

  process.kill(readRedisPid(dataDir), 'SIGKILL');
  await launcher.waitForOutput(/Redis runs again/);
  await eventually(() => expectReady(port));

  // A terminal sends Ctrl-C to all it runs, and npm passes it on once more.
  launcher.signalGroup('SIGINT');
  launcher.signal('SIGINT');
  expect(await launcher.exitCode).toBe(0);
  expect(launcher.output).toMatch(/Redis has written everything and ended\n$/);
});

test.for(['1', '2'])(
  'a web service that is killed says so and is replaced, over and over, and Redis stays (WORKERS=%s)',
  async (workers) => {
    const dataDir = createTempFolder();
    const { launcher, port } = await startService(dataDir, undefined, undefined, undefined, {
      WORKERS: workers,
    });
    const redisPid = readRedisPid(dataDir);
    const killed = new Set<number>();
    for (const pauseS of [0.25, 1]) {
      const service = await eventually(() => {
        const [pid = 0, ...others] = listChildren(launcher.pid, /dist\/server\/main\.mjs/);
        expect(others).toEqual([]);
        expect([0, ...killed]).not.toContain(pid);
        return pid;
      });
      killed.add(service);
      process.kill(service, 'SIGKILL');
      await launcher.waitForOutput(
        new RegExp(`The web service was ended by SIGKILL; starting it again in ${pauseS} s`),
      );
    }
    await launcher.waitForOutput(/(Results: .*[^]*){2}/);
    await eventually(() => expectReady(port));
    expect(readRedisPid(dataDir)).toBe(redisPid);
    expect(await launcher.kill('SIGTERM')).toBe(0);
    expect(launcher.output).toMatch(/Redis has written everything and ended\n$/);
    expect(launcher.output).not.toContain('Redis has ended');
  },
);

test('a wish to end that comes while the web service is away is followed at once', async () => {
  const { launcher } = await startService(createTempFolder());
  const [service = 0] = listChildren(launcher.pid, /dist\/server\/main\.mjs/);
  process.kill(service, 'SIGKILL');
  await launcher.waitForOutput(/The web service was ended by SIGKILL/);
  expect(await launcher.kill('SIGINT')).toBe(0);
  expect(launcher.output.match(/Results: /g)).toHaveLength(1);
});

test('[CONTRACT 1] SIGTERM to npm drains the service and ends its Redis', async () => {
  const { launcher } = await startService(createTempFolder(), 'npm', ['start']);
  expect(await launcher.kill('SIGTERM')).toBe(0);
  expect(launcher.output).toContain('Redis has written everything and ended');
});

test('[CONTRACT 1] a killed launcher takes its service with it, and the next start works', async () => {
  const dataDir = createTempFolder();
  const { launcher, port } = await startService(dataDir);
  const redisPid = readRedisPid(dataDir);
  await launcher.kill('SIGKILL');
  await eventually(() => expectNobody(port));

  const next = await startService(dataDir, process.execPath, [bootstrap('start')], port);
  expect(readRedisPid(dataDir)).toBe(redisPid);
  expect(await next.launcher.kill('SIGTERM')).toBe(0);
});

test('[CONTRACT 1] with REDIS_URL no Redis is started, and the password is not printed', async () => {
  const redis = await startRedis({ args: ['--requirepass', 'cyfrinach'] });
  onTestFinished(() => redis.stop());
  const dataDir = createTempFolder();
  const { launcher } = await startService(
    dataDir,
    process.execPath,
    [bootstrap('start')],
    undefined,
    {
      REDIS_URL: `redis://:cyfrinach@127.0.0.1:${redis.port}`,
    },
  );
  expect(launcher.output).toContain(`redis://:***@127.0.0.1:${redis.port}`);
  expect(launcher.output).not.toContain('cyfrinach');
  expect(() => readRedisPid(dataDir)).toThrow('ENOENT');
  expect(await launcher.kill('SIGTERM')).toBe(0);
});

test('a port that is taken ends the start with the reason, and Redis with it', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, '0.0.0.0', resolve);
  });
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const launcher = launch(process.execPath, [bootstrap('start')], {
    DATA_DIR: createTempFolder(),
    PORT: String(port),
  });
  expect(await launcher.exitCode).toBe(1);
  expect(launcher.stderr).toContain(`Port ${port} is taken`);
  expect(launcher.stdout).toContain('Redis has written everything and ended');
});

test('[CONTRACT 1] the scanner’s launcher keeps standard output clean, passes input on and gives its exit status', async () => {
  const env = { DATA_DIR: createTempFolder() };
  const scanner = launch(
    process.execPath,
    [bootstrap('scanner'), '--source', 'mat-1', '--point', 'finish', '--quiet'],
    env,
  );
  scanner.write('0104,2026-06-20T10:00:00Z\n105,2026-06-20T10:00:01Z\n');
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(scanner.stdout).toMatch(/^\{[^\n]*"stored":2[^\n]*\}\n$/);

  const wrong = launch(process.execPath, [bootstrap('scanner'), '--point', 'nowhere'], env);
  expect(await wrong.exitCode).toBeGreaterThan(0);
  expect(wrong.stdout).toBe('');
});

test('[CONTRACT 1] a file is named from where the user stands, not from the project’s folder', async () => {
  const folder = createTempFolder();
  writeFileSync(join(folder, 'reads.csv'), '104,2026-06-20T10:00:00Z\n');
  const scanner = startProcess(
    'npm',
    [
      'run',
      '-s',
      '--prefix',
      PROJECT,
      'scanner',
      '--',
      '--source',
      'mat-1',
      '--point',
      'finish',
      '--file',
      'reads.csv',
    ],
    { cwd: folder, env: { DATA_DIR: join(folder, 'data') } },
  );
  onTestFinished(async () => void (await scanner.kill('SIGKILL')));
  expect(await scanner.exitCode).toBe(0);
  expect(scanner.stdout).toContain('"stored":1');
});

test.for([
  ['SPEED', 'fast', 'SPEED is "fast", but must be a number from 0.1 to 10000'],
  ['PORT', '0', 'PORT is "0", but must be a number from 1 to 65535'],
])('[CONTRACT 2] the demo refuses %s=%s in two plain lines', async ([name, value, message]) => {
  const demo = launch(process.execPath, [bootstrap('demo')], { [name ?? '']: value });
  expect(await demo.exitCode).toBe(1);
  expect(demo.stderr.trim().split('\n')).toHaveLength(2);
  expect(demo.stderr).toContain(message);
});

test.for(['start', 'demo', 'scanner', 'race', 'test', 'build', 'bench'])(
  '[CONTRACT 1] an old Node is told so in two plain lines by `%s`',
  async (name) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } })`;
    const old = launch(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(pretend)}`,
      bootstrap(name),
    ]);
    expect(await old.exitCode).toBe(1);
    expect(old.stderr.trim().split('\n')).toEqual([
      'This is Node 18.20.8, but Splitcast needs 20.19 or newer.',
      expect.stringContaining('Install a current Node'),
    ]);
  },
);

function bootstrap(name: string): string {
  return join(PROJECT, 'server', 'bootstrap', `${name}.mjs`);
}

/** A command as typed into a terminal; killed at the latest when the test ends. */
function launch(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): TestProcess {
  const launcher = startProcess(command, args, { cwd: PROJECT, env, group: true });
  onTestFinished(async () => {
    await launcher.kill('SIGKILL');
    if (env['DATA_DIR']) endLeftRedis(env['DATA_DIR']);
  });
  return launcher;
}

async function startService(
  dataDir: string,
  command = process.execPath,
  args: readonly string[] = [bootstrap('start')],
  wantedPort?: number,
  env: Readonly<Record<string, string>> = {},
): Promise<{ launcher: TestProcess; port: number }> {
  const port = wantedPort ?? (await findFreePort());
  const launcher = launch(command, args, { ...env, DATA_DIR: dataDir, PORT: String(port) });
  await launcher.waitForOutput(/http:\/\/localhost:\d+/);
  await eventually(() => expectReady(port));
  return { launcher, port };
}

async function expectReady(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect(response.status).toBe(200);
}

async function expectNobody(port: number): Promise<void> {
  const served = await fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
  expect(served).toBe(false);
}

function readRedisPid(dataDir: string): number {
  const record = JSON.parse(readFileSync(join(dataDir, 'redis', 'server.json'), 'utf8')) as {
    pid: number;
  };
  return record.pid;
}

/** A launcher that was killed leaves its Redis running, as it must; the test's is ended here. */
function endLeftRedis(dataDir: string): void {
  try {
    process.kill(readRedisPid(dataDir), 'SIGKILL');
  } catch {
    // It has ended with its launcher, or there never was one.
  }
}
