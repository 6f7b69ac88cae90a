import { parseArgs } from 'node:util';

import { MINUTE_MS } from '#shared/model/time.ts';
import { CompilerError } from '#tests/support/compile-c.ts';

import { BenchError } from './load/compile.ts';
import { leaveServerCore } from './machine/cores.ts';
import { writeDocs } from './docs/write-docs.ts';
import { describeMachine } from './machine/machine.ts';
import { answers } from './parts/answers.ts';
import { fanOut } from './parts/fan-out.ts';
import { instances } from './parts/instances.ts';
import type { BenchPart, BenchSetting, PartResult } from './parts/part.ts';
import { latency } from './parts/latency.ts';
import { memory } from './parts/memory.ts';
import { scan } from './parts/scan.ts';
import { type BenchReport, keepReport, printGrowth, printPart } from './report.ts';

/** All that is measured, in the order of the table. */
export const PARTS: readonly BenchPart[] = [fanOut, latency, memory, scan, answers, instances];

/** What has not begun by then is left out. */
const LIMIT_MS = 15 * MINUTE_MS;

const OPTIONS = {
  full: { type: 'boolean', default: false },
  only: { type: 'string' },
  'write-docs': { type: 'boolean', default: false },
} as const;

/**
 * `npm run bench -- [--full] [--only a,b] [--write-docs]`: runs the parts, prints a table
 * and keeps it as JSON. With `--write-docs` the table
 * goes into the documents. Returns the exit status.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await measure(readOptions(args));
    return 0;
  } catch (error) {
    if (!(error instanceof BenchError || error instanceof CompilerError)) throw error;
    console.error(error.message);
    return 1;
  }
}

type Options = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new BenchError((error as Error).message);
  }
}

async function measure(values: Options): Promise<void> {
  const setting: BenchSetting = { size: values.full ? 'full' : 'small' };
  const report = await runBench(chooseParts(values.only), setting);
  printGrowth(report);
  if (values['write-docs']) writeDocs(report);
  console.log(`\nKept in ${keepReport(report)}`);
}

/** Runs parts one after the other on a machine whose server's core is left to the servers. */
async function runBench(parts: readonly BenchPart[], setting: BenchSetting): Promise<BenchReport> {
  leaveServerCore();
  const at = new Date().toISOString();
  const machine = describeMachine();
  const done: BenchReport['parts'][number][] = [];
  const untilMs = performance.now() + LIMIT_MS;
  for (const part of parts) {
    const isTimeUp = performance.now() > untilMs;
    const result = isTimeUp ? leaveOut(part) : await part.run(setting);
    printPart(result, part);
    done.push({ id: part.id, title: part.title, ...result });
  }
  return { at, size: setting.size, machine, parts: done };
}

function leaveOut({ id }: BenchPart): PartResult {
  const remarks = [`(${id}) was not run: a quarter of an hour is over. Use \`--only ${id}\`.`];
  return { rows: [], growth: [], due: 0, delivered: 0, remarks };
}

function chooseParts(only: string | undefined): readonly BenchPart[] {
  if (only === undefined) return PARTS;
  return only.split(',').map((id) => {
    const found = PARTS.find((part) => part.id === id);
    if (found) return found;
    throw new BenchError(
      `There is no part ${id}.\nThe parts are ${PARTS.map((part) => part.id).join(', ')}.`,
    );
  });
}
