import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { isTimeZone } from '#shared/model/wall-clock.ts';

import { OptionError, parseAddress, readTokens, wrong } from '../command-line.ts';
import type { ReaderName } from './encodings.ts';
import { SIMULATED_READERS } from './simulated-readers.ts';

const NAMES = Object.keys(SIMULATED_READERS);

export const SIMULATION_HELP = `A reader that is made up, for practice: bands cross its mat at chance.

npm run scanner -- --simulate FORMAT --listen HOST:PORT    for ${namesOf('waits')}
npm run scanner -- --simulate FORMAT --connect HOST:PORT   for ${namesOf('calls')}

  --listen HOST:PORT   where the reader waits for the scanner
  --connect HOST:PORT  where the scanner waits for the reader
  --bands FIRST-LAST   the wristbands that cross the mat, each once before one comes again (1-100)
  --rate N             so many reads a minute (30)
  --seed N             another day: the same number is the same day again (1)
  --torn               what it sends is cut anywhere, and its connection breaks now and then
  --zone ZONE          the zone of its clock (${DEFAULT_CONFIG.timeZone})

It reads until Ctrl-C, and says with what command a scanner takes its reads.
`;

const OPTIONS = {
  simulate: { type: 'string' },
  listen: { type: 'string' },
  connect: { type: 'string' },
  bands: { type: 'string' },
  rate: { type: 'string' },
  seed: { type: 'string' },
  torn: { type: 'boolean' },
  zone: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The simulated reader, and the events at it (SCANNER.md SN37). */
export interface SimulationOptions {
  readonly reader: ReaderName;
  readonly host: string;
  readonly port: number;
  readonly firstBand: number;
  readonly lastBand: number;
  readonly perMinute: number;
  readonly seed: number;
  readonly isTorn: boolean;
  readonly zone: string;
}

/** Parses the command line; undefined when it is that of a scanner. Throws {@link OptionError}. */
export function parseSimulation(args: readonly string[]): SimulationOptions | 'help' | undefined {
  if (!args.some((arg) => /^--simulate(?:=|$)/.test(arg))) return undefined;
  if (args.includes('--help') || args.includes('-h')) return 'help';
  const given = readTokens(args, OPTIONS);
  const reader = given.get('simulate') ?? '';
  if (!isReader(reader)) throw wrong('simulate', reader, `one of ${NAMES.join(', ')}`);
  const { role } = SIMULATED_READERS[reader];
  const name = role === 'waits' ? 'listen' : 'connect';
  const address = given.get(name);
  if (address === undefined || given.has(name === 'listen' ? 'connect' : 'listen')) {
    const does = name === 'listen' ? 'waits for' : 'connects to';
    throw new OptionError(
      `A reader of ${reader} ${does} the scanner: give --${name}, as in --${name} 127.0.0.1:4000.`,
    );
  }
  const zone = given.get('zone') ?? DEFAULT_CONFIG.timeZone;
  if (!isTimeZone(zone)) throw wrong('zone', zone, 'the name of a time zone such as Europe/London');
  return {
    reader,
    ...parseAddress(name, address),
    ...parseBands(given.get('bands') ?? '1-100'),
    perMinute: parseCount('rate', given.get('rate') ?? '30', 6_000),
    seed: parseCount('seed', given.get('seed') ?? '1', 1_000_000),
    isTorn: given.has('torn'),
    zone,
  };
}

function isReader(name: string): name is ReaderName {
  return Object.hasOwn(SIMULATED_READERS, name);
}

function namesOf(role: 'waits' | 'calls'): string {
  return Object.entries(SIMULATED_READERS)
    .flatMap(([name, reader]) => (reader.role === role ? [name] : []))
    .join(', ');
}

function parseBands(given: string): { firstBand: number; lastBand: number } {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(given) ?? [];
  const [firstBand, lastBand] = [Number(first), Number(last)];
  if (!(firstBand >= 1 && firstBand <= lastBand)) {
    throw wrong('bands', given, 'FIRST-LAST such as 101-300');
  }
  return { firstBand, lastBand };
}

function parseCount(name: 'rate' | 'seed', given: string, most: number): number {
  const count = /^\d{1,7}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > most) throw wrong(name, given, `a whole number from 1 to ${most}`);
  return count;
}
