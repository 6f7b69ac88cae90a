import * as z from 'zod/mini';

import { parseJson } from '#shared/model/json-object.ts';
import { readerForm } from '#shared/wire/readers-api.ts';

import { commit, expectField } from './commit.ts';
import { StoredRecords } from './redis-connection.ts';

const readerRecord = z.object({
  reader: readerForm,
  isOn: z.boolean(),
  rev: z.number(),
  file: z.nullable(z.object({ name: z.string(), atMs: z.number() })),
  /** The computer that runs it; its name is for people. */
  host: z.object({ id: z.string(), name: z.string() }),
});
export type ReaderRecord = Readonly<z.infer<typeof readerRecord>>;

interface ReaderChange {
  readonly source: string;
  /** Undefined removes the reader. */
  readonly after: ReaderRecord | undefined;
  readonly by: string;
}

/** All readers are one field, since their number and ports are decided together. */
const FIELD = 'all';

export class ReaderRecords extends StoredRecords {
  /** By name. */
  async list(): Promise<readonly ReaderRecord[]> {
    return (await this.#read()).all;
  }

  /** Writes the change decided on the present readers, and notifies every instance; undefined changes nothing. */
  async change(
    decide: (all: readonly ReaderRecord[]) => ReaderChange | undefined,
  ): Promise<number | undefined> {
    for (;;) {
      const { text, all } = await this.#read();
      const change = decide(all);
      if (!change) return undefined;
      const { source, after, by } = change;
      const before = all.find(({ reader }) => reader.source === source);
      const next = [...all.filter((one) => one !== before), ...(after ? [after] : [])].toSorted(
        (a, b) => (a.reader.source < b.reader.source ? -1 : 1),
      );
      const key = this.keys.readers;
      const outcome = await commit(this.client, this.keys, {
        expect: [expectField(key, FIELD, text)],
        set: [{ key, field: FIELD, value: JSON.stringify(next) }],
        ops: [{ op: 'readers' }],
        audit: { by, action: 'reader', before: present(before), after: present(after) },
      });
      if (outcome.ok) return outcome.value.version;
    }
  }

  async #read(): Promise<{ readonly text: string | null; readonly all: readonly ReaderRecord[] }> {
    const text = await this.client.hGet(this.keys.readers, FIELD);
    this.unreadable.begin('readers');
    const all = [parseJson(text ?? '[]')].flat().flatMap((record, index) => {
      const { data } = readerRecord.safeParse(record);
      if (!data) this.unreadable.add('readers', String(index), 'is no reader: add it again');
      return data ?? [];
    });
    return { text, all };
  }
}

/** For the log of changes: flat, so that Changes can compare them. */
function present(record: ReaderRecord | undefined): object | undefined {
  if (!record) return undefined;
  const { reader, isOn, file } = record;
  return { ...reader, points: reader.points.join(','), isOn, file: file?.name ?? '' };
}
