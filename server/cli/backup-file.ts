import { CommandError } from '#server/system/command-error.ts';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import { WHOLE_PARTS, type WholePart } from '#server/store/keys.ts';
import type { WholeRace } from '#server/store/whole-race.ts';
import { codeOf } from '#server/system/errors.mjs';
import { z } from 'zod';

/** Raised with each change of the format or of the record: `restore` reads no other version. */
const FORMAT_VERSION = 1;
/** Far more than any race has, and no more than one text can hold. */
const MOST_BYTES = 500_000_000;

/** The first line of a backup file (COMMANDS.md BK2). */
const noteSchema = z.object({
  format: z.literal('splitcast-backup'),
  formatVersion: z.int(),
  /** ISO 8601, by the clock of the machine that made it. */
  madeAt: z.iso.datetime(),
  raceKey: z.string(),
  /** Of all further lines. */
  sha256: z.string(),
});

/** The push keys among the parts: a single text. */
const VAPID = 'vapid';
type Line = readonly [part: WholePart | typeof VAPID, field: string, value: string];

function* listLines(race: WholeRace): Generator<Line> {
  for (const part of WHOLE_PARTS) {
    for (const [field, value] of race[part]) yield [part, field, value];
  }
  if (race.vapid !== undefined) yield [VAPID, '', race.vapid];
}

/** The content of a backup file: the note, then a line for each field. */
export async function packBackup(
  race: WholeRace,
  { raceKey, at }: { readonly raceKey: string; readonly at: Date },
): Promise<Uint8Array> {
  const body = Array.from(listLines(race), (line) => `${JSON.stringify(line)}\n`).join('');
  const note: z.infer<typeof noteSchema> = {
    format: 'splitcast-backup',
    formatVersion: FORMAT_VERSION,
    madeAt: at.toISOString(),
    raceKey,
    sha256: hash(body),
  };
  return promisify(gzip)(Buffer.from(`${JSON.stringify(note)}\n${body}`));
}

/** Reads and checks the content of the file at `path`. @throws {CommandError} */
export async function unpackBackup(
  path: string,
  packed: Uint8Array,
): Promise<{ readonly madeAt: string; readonly race: WholeRace }> {
  const text = String(await unpack(path, packed));
  const end = text.indexOf('\n') + 1;
  const { madeAt, sha256 } = readNote(path, text.slice(0, end));
  const body = text.slice(end);
  if (hash(body) !== sha256) throw damaged(path);
  const parts = Object.fromEntries(
    WHOLE_PARTS.map((part) => [part, new Map<string, string>()]),
  ) as Record<WholePart, Map<string, string>>;
  let vapid: string | undefined;
  for (const line of body.split('\n')) {
    if (line === '') continue;
    const [part, field, value] = JSON.parse(line) as Line;
    if (part === VAPID) vapid = value;
    else parts[part].set(field, value);
  }
  return { madeAt, race: { ...parts, vapid } };
}

function hash(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

function readNote(path: string, line: string): z.infer<typeof noteSchema> {
  let note: unknown;
  try {
    note = JSON.parse(line);
  } catch {
    throw damaged(path);
  }
  const { data } = noteSchema.safeParse(note);
  if (!data) throw damaged(path);
  if (data.formatVersion === FORMAT_VERSION) return data;
  throw new CommandError(
    `${path} was made by another release of Splitcast: restore it with that one.`,
  );
}

function damaged(path: string): CommandError {
  return new CommandError(
    `${path} is damaged, or no file that "npm run backup" made. Take another backup.`,
  );
}

async function unpack(path: string, bytes: Uint8Array): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') throw damaged(path);
    throw error;
  }
}
