import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createParser } from '#server/scanner/formats/formats.ts';
import { ReadMarks } from '#server/scanner/inputs/read-marks.ts';
import { ReadSink } from '#server/scanner/inputs/read-sink.ts';
import { TcpInput } from '#server/scanner/inputs/tcp-input.ts';
import { openJournalFolder } from '#server/scanner/journal/journal-folder.ts';
import type { Journal } from '#server/scanner/journal/journal.ts';
import { BadLineReport } from '#server/scanner/output/bad-line-report.ts';
import { type Decoded, ReadDecoder } from '#server/scanner/read-decoder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { createContext } from '../formats/parse-format.ts';
import { createTestJournal } from '../journal/journal-fixture.ts';
import { createTestClock } from '../test-clock.ts';

interface Dialogue {
  readonly journal: Journal;
  readonly said: readonly string[];
  readonly marks: ReadMarks;
  /** Rejects when the journal refuses. */
  readonly run: Promise<boolean>;
  readonly connect: () => Promise<Reader>;
}

interface Reader {
  readonly socket: Socket;
  /** All that it was sent. */
  readonly heard: string;
}

type Take = (take: () => Promise<void>) => Promise<void>;

/** Readers of any format over TCP, into a real journal; `take` stands around each piece on its way there. */
async function startDialogue(take: Take = (now) => now()): Promise<Dialogue> {
  // The pings of a slow machine would be among what a reader hears.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const journal = await createTestJournal(await openJournalFolder(createTempFolder(), 'mat'));
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const stop = new AbortController();
  const marks = new ReadMarks();
  const report = new BadLineReport(say, Date.now);
  const sink = new ReadSink({ journal, badLines: report, notes: report, marks, now: Date.now });
  const context = createContext({ chips: 'LZ63021,104\n41AA1DF,105', marks, now: Date.now });
  const input = new TcpInput({
    host: '127.0.0.1',
    port: 0,
    allow: undefined,
    idleMinutes: 60,
    createDecoder: () =>
      new ReadDecoder({
        parser: createParser(undefined, createTestClock(), context),
        points: ['finish'],
        offsetMs: 0,
      }),
    sink: { take: (decoded: Decoded, name: string) => take(() => sink.take(decoded, name)) },
    say,
  });
  const run = input.run(stop.signal);
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    stop.abort();
    await run.catch(() => undefined);
    for (const socket of sockets) socket.destroy();
    await journal.close().catch(() => undefined);
  });
  const port = await eventually(() => {
    const found = /on 127\.0\.0\.1:(\d+)/.exec(said.join('\n'))?.[1];
    if (found === undefined) throw new Error('It does not listen yet.');
    return Number(found);
  });
  return {
    journal,
    said,
    marks,
    run,
    connect: async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      let heard = '';
      socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
      return {
        socket,
        get heard() {
          return heard;
        },
      };
    },
  };
}

const RECORD = 'LZ6302115:37:40.704 5 0F  1000125030862';

test('[SN34] mylaps: welcome, pings, and a number for what is in the journal', async () => {
  const { journal, connect } = await startDialogue();
  const reader = await connect();
  reader.socket.write('Finish@Pong@$');
  await eventually(() =>
    expect(reader.heard).toBe(
      'Splitcast@AckPong@Version2.1@$Splitcast@GetLocations@$Splitcast@GetInfo@$',
    ),
  );
  // A frame in three packets, and two frames in the last of them.
  for (const part of ['\r\n\0Finish@St', `ore@${RECORD.slice(0, 11)}`]) {
    reader.socket.write(part);
  }
  reader.socket.write(`${RECORD.slice(11)}@17@$Finish@Ping@$`);
  await eventually(() =>
    expect(reader.heard).toMatch(/\$Splitcast@AckStore@17@\$Splitcast@AckPing@\$$/),
  );
  expect(journal.lastSeq).toBe(1);
  expect(readFileSync(journal.path, 'utf8')).toContain('"104"');
});

test('[SN34] what is not in the journal yet is not acknowledged, and is as soon as it is', async () => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  const { connect } = await startDialogue(async (take) => {
    waiting += 1;
    await held;
    await take();
  });
  const reader = await connect();
  reader.socket.write(`Finish@Store@${RECORD}@17@$`);
  await eventually(() => expect(waiting).toBe(1));
  expect(reader.heard).toBe('');
  release?.();
  await eventually(() => expect(reader.heard).toBe('Splitcast@AckStore@17@$'));
});

test('[SN34] a journal that refuses: what came is never acknowledged', async () => {
  const { journal, run, connect } = await startDialogue(async (take) => {
    await journal.close();
    await take();
  });
  const reader = await connect();
  const isClosed = new Promise((resolve) => void reader.socket.once('close', resolve));
  reader.socket.write(`Finish@Store@${RECORD}@17@$`);
  await expect(run).rejects.toThrow('file closed');
  await isClosed;
  expect(reader.heard).toBe('');
});

test('[SN34] chronotrack: a greeting, a start, and after a lost connection from where the journal is', async () => {
  const { journal, marks, connect } = await startDialogue();
  const first = await connect();
  first.socket.write('SimpleClient~1.2.3~CTP01\r\n');
  await eventually(() => expect(first.heard).toMatch(/getlocations\r\nauthorize\r\n$/));
  first.socket.write('ack~getlocations~Finish\r\n');
  await eventually(() => expect(first.heard).toMatch(/\r\nstart\r\n$/));
  first.socket.write('CT01_33~41~Finish~104~2026-06-20T11:32:05.12~1~117F37~8\r\nCT01_33~42~Fin');
  await eventually(() => expect(marks.get('chronotrack Finish')).toBe(41));
  expect(journal.lastSeq).toBe(1);
  first.socket.destroy();

  const again = await connect();
  again.socket.write('SimpleClient~1.2.3~CTP01\r\nack~getlocations~Finish\r\nping\r\n');
  await eventually(() =>
    expect(again.heard).toMatch(/authorize\r\nstart~Finish~42\r\nack~ping\r\n$/),
  );
});

test('[SN34] jchip: it is asked for its name, its clock and its reads, which end with CR alone', async () => {
  const { journal, said, connect } = await startDialogue();
  const reader = await connect();
  reader.socket.write('N0000Mat 1\r');
  await eventually(() => expect(reader.heard).toBe('GT\r'));
  reader.socket.write('GT011320512 date=20200620\r');
  await eventually(() => expect(reader.heard).toBe('GT\rS0000\r'));
  expect(said.join('\n')).toMatch(/its clock is \d+\.\d s behind/);
  reader.socket.write('DJ41AA1DF 11:32:05.120918 10  00001      C7 date=20200620\r');
  await eventually(() => expect(journal.lastSeq).toBe(1));
});

test('[SN34] a reader that takes none of its answers is let go before they fill the memory', async () => {
  const { said, connect } = await startDialogue();
  const reader = await connect();
  reader.socket.write('Finish@Ping@$');
  await eventually(() => expect(reader.heard).toBe('Splitcast@AckPing@$'));
  reader.socket.pause();
  const pings = 'Finish@Ping@$'.repeat(5_000);
  const isClosed = new Promise((resolve) => void reader.socket.once('close', resolve));
  const flood = (): void => {
    while (!reader.socket.destroyed && reader.socket.write(pings));
  };
  reader.socket.on('drain', flood);
  flood();
  await eventually(() =>
    expect(said.join('\n')).toMatch(/left: it does not take what it is answered/),
  );
  reader.socket.resume();
  await isClosed;
});
