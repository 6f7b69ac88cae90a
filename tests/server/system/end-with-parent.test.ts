import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { getRedisServerPath } from '#tests/support/binaries.ts';
import { eventually } from '#tests/support/eventually.ts';
import { listChildren, listSurvivors } from '#tests/support/running-processes.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const END_WITH_PARENT = pathToFileURL(
  `${import.meta.dirname}/../../support/end-with-parent.mjs`,
).href;

/** A process that has a Redis of its own, and what its children are. */
async function startParent() {
  const program = `
    import { spawn } from 'node:child_process';
    import { endWithParent } from ${JSON.stringify(END_WITH_PARENT)};
    const [server, cwd] = process.argv.slice(1);
    const place = ['--port', '0', '--unixsocket', 'redis.sock'];
    const redis = spawn(server, [...place, '--save', ''], { cwd, stdio: 'ignore' });
    endWithParent(redis, 'KILL');
    process.stdin.once('data', () => redis.kill()).once('end', () => process.exit());
    process.stdout.write(String(redis.pid));`;
  // At no port, which somebody else could take.
  const folder = createTempFolder();
  const parent = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program, '--', getRedisServerPath(), folder],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [text] = (await once(parent.stdout, 'data')) as [Buffer];
  const redis = Number(text.toString());
  const children = await eventually(() => {
    const found = listChildren(parent.pid ?? 0);
    expect(found).toHaveLength(2);
    return found;
  });
  expect(children).toContain(redis);
  return { parent, redis, children };
}

test('a run of tests that is killed leaves no Redis behind', async () => {
  const { parent, children } = await startParent();
  parent.kill('SIGKILL');
  await eventually(() => expect(listSurvivors(children)).toEqual([]));
});

test('nothing waits for a Redis that has ended', async () => {
  const { parent, children } = await startParent();
  parent.stdin.write('end it');
  await eventually(() => expect(listSurvivors(children)).toEqual([]));
  expect(parent.exitCode).toBe(null);
});
