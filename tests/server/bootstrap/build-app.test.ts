import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { buildIfStale, type BuildPlan, hashContent } from '#server/bootstrap/build-app.mjs';
import { recordSteps } from '#tests/support/record-steps.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const steps = recordSteps();

test('[CM8] a build is made when there is none, and again when a source has changed', async () => {
  const { plan, source, built } = createProject();
  expect(await buildIfStale(plan, steps)).toBe(true);
  expect(built()).toBe('one');
  expect(await buildIfStale(plan, steps)).toBe(false);
  writeFileSync(source, 'two');
  expect(await buildIfStale(plan, steps)).toBe(true);
  expect(built()).toBe('two');
});

test('launchers at the same time make one build', async () => {
  let compiled = 0;
  const { plan, built } = createProject(() => (compiled += 1));
  const results = await Promise.all([1, 2, 3].map(() => buildIfStale(plan, recordSteps())));
  expect(compiled).toBe(1);
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(built()).toBe('one');
});

test('a build that fails leaves the last good one in place and nothing else behind', async () => {
  const { plan, source, built } = createProject();
  await buildIfStale(plan, steps);
  writeFileSync(source, 'broken');
  const failing = { ...plan, compile: () => Promise.reject(new Error('line 7')) };
  await expect(buildIfStale(failing, steps)).rejects.toThrow('line 7');
  expect(built()).toBe('one');
  expect(readdirSync(plan.workDir)).toEqual([]);
  expect(await buildIfStale(plan, steps)).toBe(true);
  expect(built()).toBe('broken');
});

test('what a killed build has left is removed by the next', async () => {
  const { plan } = createProject();
  const leftover = join(plan.workDir, 'build-killed', 'new');
  mkdirSync(leftover, { recursive: true });
  await buildIfStale(plan, steps);
  expect(existsSync(leftover)).toBe(false);
});

test('a source that changes during the build makes the next start build again', async () => {
  const { plan, source } = createProject(() => writeFileSync(source, 'edited meanwhile'));
  await buildIfStale(plan, steps);
  expect(await buildIfStale(plan, steps)).toBe(true);
});

test('the content hash follows names and contents, not dates or hidden files', () => {
  const root = createTempFolder();
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  writeFileSync(join(root, 'src', 'deep', 'a.ts'), 'a');
  writeFileSync(join(root, 'src', 'skipped.ts'), 'a');
  const hash = (): string => hashContent(root, ['src'], ['src/skipped.ts']);
  const before = hash();
  writeFileSync(join(root, 'src', 'deep', 'a.ts'), 'a');
  writeFileSync(join(root, 'src', '.swp'), 'hidden');
  writeFileSync(join(root, 'src', 'skipped.ts'), 'b');
  expect(hash()).toBe(before);
  writeFileSync(join(root, 'src', 'deep', 'b.ts'), 'a');
  expect(hash()).not.toBe(before);
});

/** A project of one source file whose build is a copy of it. */
function createProject(onCompile: () => unknown = () => undefined): {
  plan: BuildPlan;
  source: string;
  built: () => string;
} {
  const root = createTempFolder();
  const source = join(root, 'src', 'source.txt');
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'work'));
  writeFileSync(source, 'one');
  return {
    source,
    built: () => readFileSync(join(root, 'dist', 'out.txt'), 'utf8'),
    plan: {
      outDir: join(root, 'dist'),
      workDir: join(root, 'work'),
      hashSources: () => hashContent(root, ['src']),
      compile: async (folder) => {
        writeFileSync(join(folder, 'out.txt'), readFileSync(source));
        await Promise.resolve(onCompile());
      },
    },
  };
}
