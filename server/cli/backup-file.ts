import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import { type WholePart, WHOLE_PARTS } from '#server/store/keys.ts';
import { headOf, type WholeRace } from '#server/store/whole-race.ts';
import { codeOf } from '#server/system/errors.mjs';
import { z } from 'zod';

import { CommandError } from './command.ts';

/** Raised with each change of the format or of the record: `restore` reads its own alone. */
const FORMAT_VERSION = 1;
/** Far more than any race; a file that unpacks to more is not ours. */
const MOST_BYTES = 1_000_000_000;

const partNote = z.object({ fields: z.int().nonnegative(), sha256: z.string() });

const noteSchema = z.object({
  format: z.literal('splitcast-backup'),
  formatVersion: z.int(),
  /** ISO 8601, by the clock of the machine that made it. */
  madeAt: z.iso.datetime(),
  raceKey: z.string(),
  epoch: z.string(),
  version: z.int().nonnegative(),
  parts: z.record(z.enum(WHOLE_PARTS), partNote),
  vapid: z.string().optional(),
  /** {@link hashState} */
  state: z.string(),
});
/** The first line of a backup file: its contents, with what each part is checked by (COMMANDS.md BK2). */
export type BackupNote = z.infer<typeof noteSchema>;

/** A hash of the state of a race, without its log and the number of its version. */
export function hashState(race: WholeRace): string {
  return hashParts((part) => ({
    fields: race[part].size,
    sha256: hashPart(listLines(part, race[part])),
  }));
}

type PartNote = z.infer<typeof partNote>;

/** Empty parts do not count, so that a release with more parts gets the same hash. */
function hashParts(noteOf: (part: WholePart) => PartNote | undefined): string {
  const lines = WHOLE_PARTS.filter((part) => part !== 'meta' && part !== 'audit').map((part) => {
    const { fields = 0, sha256 = '' } = noteOf(part) ?? {};
    return fields === 0 ? '' : `${part} ${sha256}\n`;
  });
  return hashPart(lines);
}

function hashPart(lines: readonly string[]): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line);
  return hash.digest('hex');
}

/** A line for each field, always in the same order. */
function listLines(part: WholePart, fields: ReadonlyMap<string, string>): string[] {
  return [...fields.keys()]
    .toSorted()
    .map((field) => `${JSON.stringify([part, field, fields.get(field)])}\n`);
}

/** The content of a backup file of a race. */
export async function packBackup(
  race: WholeRace,
  made: { readonly raceKey: string; readonly at: Date },
): Promise<{ readonly note: BackupNote; readonly bytes: Uint8Array }> {
  const lines = WHOLE_PARTS.map((part) => [part, listLines(part, race[part])] as const);
  const parts = lines.map(
    ([part, of]) => [part, { fields: of.length, sha256: hashPart(of) }] as const,
  );
  const byPart = Object.fromEntries(parts) as BackupNote['parts'];
  const note: BackupNote = {
    format: 'splitcast-backup',
    formatVersion: FORMAT_VERSION,
    madeAt: made.at.toISOString(),
    raceKey: made.raceKey,
    ...headOf(race),
    parts: byPart,
    ...(race.vapid === undefined ? {} : { vapid: race.vapid }),
    state: hashParts((part) => byPart[part]),
  };
  const text = [`${JSON.stringify(note)}\n`, ...lines.flatMap(([, of]) => of)];
  const bytes = await promisify(gzip)(Buffer.from(text.join('')));
  return { note, bytes };
}

/** Reads the content of the file at `path` and checks each part. @throws {CommandError} @throws {OtherSchemaError} */
export async function unpackBackup(
  path: string,
  packed: Uint8Array,
): Promise<{ readonly note: BackupNote; readonly race: WholeRace }> {
  const lines = splitLines(await unpack(path, packed));
  const first = lines.next();
  const note = readNote(path, first.done ? '' : first.value);
  const parts = Object.fromEntries(
    WHOLE_PARTS.map((part) => [part, new Map<string, string>()]),
  ) as Record<WholePart, Map<string, string>>;
  for (const line of lines) {
    const [part, field, value] = readLine(path, line);
    parts[part].set(field, value);
  }
  for (const part of WHOLE_PARTS) {
    const lines = listLines(part, parts[part]);
    const { fields, sha256 } = note.parts[part];
    if (lines.length !== fields || hashPart(lines) !== sha256) {
      throw new CommandError(
        `${path} is damaged: its ${part} are not those it was made with. Take another backup.`,
      );
    }
  }
  const race = { ...parts, vapid: note.vapid };
  const head = headOf(race);
  if (
    note.state !== hashParts((part) => note.parts[part]) ||
    note.epoch !== head.epoch ||
    note.version !== head.version
  ) {
    throw notAsMade(path);
  }
  return { note, race };
}

function readLine(path: string, line: string): [WholePart, string, string] {
  const read = parseJson(line);
  const isOurs =
    Array.isArray(read) && read.length === 3 && read.every((text) => typeof text === 'string');
  if (!isOurs || !WHOLE_PARTS.some((part) => part === read[0])) throw notAsMade(path);
  return read as [WholePart, string, string];
}

/** Undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notAsMade(path: string): CommandError {
  return new CommandError(
    `${path} is damaged: it is not what "npm run backup" makes. Take another backup.`,
  );
}

function readNote(path: string, line: string): BackupNote {
  const isOurs = line.startsWith('{"format":"splitcast-backup"');
  if (!isOurs) throw new CommandError(`${path} is no backup that "npm run backup" made.`);
  const { formatVersion } = (parseJson(line) ?? {}) as { formatVersion?: unknown };
  if (formatVersion === undefined) throw notAsMade(path);
  if (formatVersion !== FORMAT_VERSION) {
    throw new CommandError(
      `${path} was made by another release of Splitcast: restore it with that one.`,
    );
  }
  const { data } = noteSchema.safeParse(parseJson(line));
  if (!data) throw notAsMade(path);
  return data;
}

async function unpack(path: string, bytes: Uint8Array): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (!code.startsWith('Z_') && code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    const isOurs = bytes[0] === 0x1f && bytes[1] === 0x8b;
    throw new CommandError(
      isOurs
        ? `${path} is cut short or damaged. Take another backup.`
        : `${path} is no backup that "npm run backup" made.`,
      { cause: error },
    );
  }
}

function* splitLines(bytes: Buffer): Generator<string, void> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    const to = end === -1 ? bytes.length : end;
    yield bytes.toString('utf8', from, to);
    from = to + 1;
  }
}
