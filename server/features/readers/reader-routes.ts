import { networkInterfaces } from 'node:os';
import * as z from 'zod';

import { confirmChange } from '#server/race/wait-for-version.ts';
import { OptionError, parseOptions } from '#server/scanner/options.ts';
import type { ReaderRecord } from '#server/store/reader-records.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import {
  anyJson,
  checkInput,
  fileBody,
  requirePoint,
  shortText,
} from '#server/web/request-input.ts';
import { coursesOf } from '#shared/model/courses.ts';
import {
  listScannerArgs,
  MAX_READERS,
  MAX_READS_FILE,
  type ReadersBody,
  type SaveReaderBody,
  saveReader,
} from '#shared/wire/readers-api.ts';

import type { ReaderProcesses } from './reader-processes.ts';

const inAddress = {
  schema: z.object({ source: z.string() }),
  sentence: 'There is no such reader.',
};
const named = {
  schema: z.object({ name: shortText }),
  sentence: 'Send the name of the file.',
};
const GONE = 'This reader was removed. Look at the list again.';
const MOST_NAME_BYTES = 400;

export interface ReaderParts extends OrganiserParts {
  readonly readers: ReaderProcesses;
}

/** Readers whose scanners are run by services of this race (SCANNER.md SN43). */
export function createReaderRoutes({ store, race, readers }: ReaderParts): Route[] {
  const list = async (): Promise<ReadersBody> => {
    const all = await store.readers.list();
    return {
      runs: readers.isAllowed,
      networks: readers.isAllowed ? listNetworks() : [],
      readers: await Promise.all(all.map((record) => readers.describe(record))),
    };
  };
  const change = async (
    source: string,
    by: string,
    decide: (
      before: ReaderRecord | undefined,
      all: readonly ReaderRecord[],
    ) => ReaderRecord | undefined,
  ): Promise<ReadersBody> => {
    const version = await store.readers.change((all) => {
      const before = all.find(({ reader }) => reader.source === source);
      return { source, by, after: decide(before, all) };
    });
    await confirmChange({ race, store }, version);
    await readers.settle();
    return list();
  };

  return [
    route('GET /scanners', { who: 'race:run' }, async ({ res }) => {
      res.json(await list());
    }),
    route(
      'PUT /scanners',
      { who: 'race:run', needsRace: true, body: anyJson },
      async ({ res, by, body }) => {
        const wanted = readWanted(body);
        const { reader, isOn, rev } = wanted;
        if (isOn || rev === 0) {
          for (const point of reader.points) requirePoint(point, coursesOf(race.config));
        }
        const own = await readers.ownHost();
        const saved = await change(reader.source, by, (before, all) => {
          const host = before?.host ?? own;
          const fault = findFault(wanted, before, all, host.id);
          if (fault !== undefined) throw new Refusal(409, `Nothing was saved. ${fault}`);
          return { reader, isOn, rev: rev + 1, file: before?.file ?? null, host };
        });
        res.json(saved);
      },
    ),
    route(
      'POST /scanners/:source/remove',
      { who: 'race:run', params: inAddress },
      async ({ res, by, params: { source } }) => {
        const left = await change(source, by, (before) => {
          if (!before) throw new Refusal(404, GONE);
          return undefined;
        });
        res.json(left);
      },
    ),
    route(
      'POST /scanners/:source/file',
      {
        who: 'race:run',
        params: inAddress,
        body: fileBody('file', MAX_READS_FILE, { count: 1, maxBytes: MOST_NAME_BYTES }),
      },
      async ({ res, by, params: { source }, body }) => {
        const { name } = checkInput(named, body.texts);
        const { id } = await readers.ownHost();
        const requireOwn = (record: ReaderRecord | undefined): ReaderRecord => {
          if (!record) throw new Refusal(404, GONE);
          if (id !== '' && record.host.id === id && record.reader.input === 'file') return record;
          throw new Refusal(409, `${source} does not take a file here.`);
        };
        const all = await store.readers.list();
        requireOwn(all.find(({ reader }) => reader.source === source));
        await readers.keepFile(source, body.file);
        const file = { name, atMs: Date.now() };
        const given = await change(source, by, (before) => {
          const record = requireOwn(before);
          return { ...record, file, isOn: true, rev: record.rev + 1 };
        });
        res.json(given);
      },
    ),
  ];
}

/** @throws {Refusal} for an invalid body, or options that a scanner would reject */
function readWanted(body: unknown): SaveReaderBody {
  const { data, error } = saveReader.safeParse(body);
  try {
    if (!data) throw new OptionError(error.issues.map(({ message }) => message).join(' '));
    parseOptions(listScannerArgs(data.reader));
    return data;
  } catch (fault) {
    if (!(fault instanceof OptionError)) throw fault;
    throw new Refusal(400, `Nothing was saved. ${fault.message}`);
  }
}

/** The reason why a reader can't be saved; `hostId` is empty if it is new and this service runs no scanners. */
function findFault(
  { reader, isOn, rev }: SaveReaderBody,
  before: ReaderRecord | undefined,
  all: readonly ReaderRecord[],
  hostId: string,
): string | undefined {
  const { source, input } = reader;
  if (rev === 0 && before) return `There is a reader called ${source} already.`;
  if (rev > 0 && !before) return GONE;
  if (before && before.rev !== rev) {
    return `Another organiser changed ${source} too: look at it again.`;
  }
  if (hostId === '')
    return 'This service does not run readers: start the scanner with its command.';
  if (!before && all.length >= MAX_READERS) {
    return `There are already ${MAX_READERS} readers, the maximum: remove one first.`;
  }
  if (isOn && input === 'file' && !before?.file) return 'Upload a file first.';
  return undefined;
}

function listNetworks(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ internal, family, cidr }) => (internal || family !== 'IPv4' ? [] : (cidr ?? [])));
}
