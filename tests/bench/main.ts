import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { CACHE_DIR } from '#server/bootstrap/launcher.mjs';

import { HAS_CORE, leaveServiceCore } from './measure.ts';
import { answers } from './parts/answers.ts';
import { fanOut } from './parts/fan-out.ts';
import { instances } from './parts/instances.ts';
import { latency } from './parts/latency.ts';
import { memory } from './parts/memory.ts';
import type { BenchPart } from './parts/part.ts';
import { saves } from './parts/saves.ts';
import { scan } from './parts/scan.ts';
import { wholeRace } from './parts/whole-race.ts';

/** All parts, in the order of the documents. */
export const PARTS: readonly BenchPart[] = [
  fanOut,
  latency,
  memory,
  scan,
  wholeRace,
  answers,
  saves,
  instances,
];

/** `npm run bench -- [--only a,b]`: runs the parts, prints their tables and writes them as JSON. Returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  const chosen = chooseParts(args);
  if (typeof chosen === 'string') console.error(chosen);
  else await measure(chosen);
  return typeof chosen === 'string' ? 1 : 0;
}

/** The parts of the options, or why these are invalid. */
function chooseParts(args: readonly string[]): readonly BenchPart[] | string {
  const all = PARTS.map(({ id }) => id);
  try {
    const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
    const ids = values.only?.split(',') ?? all;
    const unknown = ids.find((id) => !all.includes(id));
    if (unknown === undefined) return PARTS.filter(({ id }) => ids.includes(id));
    return `There is no part ${unknown}.\nThe parts are ${all.join(', ')}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Runs parts one after the other, and prints tables as in the documents. */
async function measure(parts: readonly BenchPart[]): Promise<void> {
  leaveServiceCore();
  const at = new Date().toISOString();
  const [load = 0] = loadavg();
  const { length: cores, 0: core } = cpus();
  const machine = `${core?.model}, ${cores} cores, ${HAS_CORE ? 'one' : 'none'} of them the service's own, ${process.platform} ${release()}, Node ${process.version}; on average ${load.toFixed(1)} processes wanted a core before it began`;
  console.log(`Measured on ${at.slice(0, 10)}: ${machine}.`);
  const done: object[] = [];
  for (const { id, title, run } of parts) {
    const rows = await run('full');
    done.push({ id, title, rows });
    console.log(
      `\n**(${id}) ${title}**\n\n| what | figure | | behind it |\n${'| --- '.repeat(4)}|`,
    );
    for (const { what, value, unit, behind = '' } of rows) {
      const figure = value >= 100 ? value.toFixed(0) : value.toPrecision(3);
      console.log(`| ${what} | ${figure} | ${unit} | ${behind} |`);
    }
  }
  const folder = join(CACHE_DIR, 'bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ at, machine, parts: done }, undefined, 2)}\n`);
  console.log(`\nKept in ${file}`);
}
