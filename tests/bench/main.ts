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

/** An invalid option. */
class WrongOptionError extends Error {}

/** `npm run bench -- [--only a,b]`: runs the parts, prints their tables and writes them as JSON. Returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const options = { only: { type: 'string' } } as const;
    await measure(chooseParts(parseArgs({ args: [...args], options }).values.only));
    return 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof WrongOptionError || code?.startsWith('ERR_PARSE_ARGS'))) throw error;
    console.error(message);
    return 1;
  }
}

function chooseParts(only: string | undefined): readonly BenchPart[] {
  const all = PARTS.map((part) => part.id);
  return (only?.split(',') ?? all).map((id) => {
    const found = PARTS.find((part) => part.id === id);
    if (found) return found;
    throw new WrongOptionError(`There is no part ${id}.\nThe parts are ${all.join(', ')}.`);
  });
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
