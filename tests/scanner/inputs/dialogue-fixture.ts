import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { onTestFinished, vi } from 'vitest';

import { createParser } from '#server/scanner/formats/formats.ts';
import type { AllowList } from '#server/scanner/inputs/allow-list.ts';
import { ReadSink } from '#server/scanner/inputs/read-sink.ts';
import { TcpInput } from '#server/scanner/inputs/tcp-input.ts';
import { openJournalFolder, type Journal } from '#server/scanner/journal/journal.ts';
import { type Decoded, ReadDecoder } from '#server/scanner/read-decoder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { createParts } from '../formats/parse-format.ts';
import { createTestJournal } from '../journal/journal-fixture.ts';

export interface Dialogue {
  readonly port: number;
  readonly journal: Journal;
  readonly said: readonly string[];
  readonly sink: Pick<ReadSink, 'readerState'>;
  /** Rejects when the journal refuses. */
  readonly run: Promise<boolean>;
  readonly connect: () => Promise<Reader>;
}

export interface Reader {
  readonly socket: Socket;
  /** All that it was sent. */
  readonly heard: string;
}

export interface DialogueOptions {
  /** Wraps each piece on its way to the journal. */
  readonly take?: (take: () => Promise<void>) => Promise<void>;
  readonly allow?: AllowList | undefined;
}

/** Readers of any format over TCP, into a real journal. */
export async function startDialogue({
  take = (now) => now(),
  allow,
}: DialogueOptions = {}): Promise<Dialogue> {
  // On a slow machine pings would be among the answers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const journal = await createTestJournal(await openJournalFolder(createTempFolder(), 'mat'));
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const stop = new AbortController();
  const sink = new ReadSink({ journal, marks: new Map(), say });
  const parts = createParts({ chips: 'LZ63021,104', now: Date.now });
  const input = new TcpInput({
    host: '127.0.0.1',
    port: 0,
    allow,
    createDecoder: () => {
      const parser = createParser(undefined, parts);
      return new ReadDecoder({ parser, points: ['finish'], offsetMs: 0 });
    },
    sink: {
      take: (decoded: Decoded, name: string) => take(() => sink.take(decoded, name)),
      noteConnection: (connection) => sink.noteConnection(connection),
    },
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
    port,
    journal,
    said,
    sink,
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

/** Ended in order or by a reset, which an unread line brings about. */
export async function untilClosed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => void socket.once('close', resolve));
}
