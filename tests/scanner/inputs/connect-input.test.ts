import { createServer, type Server, type Socket } from 'node:net';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createParser, FORMATS } from '#server/scanner/formats/formats.ts';
import type { LineResult } from '#server/scanner/formats/line-format.ts';
import { IPICO } from '#server/scanner/formats/ipico.ts';
import { RACERESULT } from '#server/scanner/formats/raceresult.ts';
import { ConnectInput } from '#server/scanner/inputs/connect-input.ts';
import { ReadDecoder } from '#server/scanner/read-decoder.ts';
import type { ReaderConnection } from '#shared/model/scan.ts';
import { eventually } from '#tests/support/eventually.ts';
import { listenInTest } from '#tests/support/listen.ts';

import { createParts } from '../formats/parse-format.ts';
import { at } from '../test-clock.ts';

/** A port on which a reader waits. */
async function startReader(): Promise<{ port: number; sockets: Socket[]; server: Server }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  return { port: await listenInTest(server), sockets, server };
}

interface StartedInput {
  readonly bands: string[];
  readonly said: string[];
  readonly connections: ReaderConnection[];
}

function startInput(port: number): StartedInput {
  const connections: ReaderConnection[] = [];
  const bands: string[] = [];
  const said: string[] = [];
  const stop = new AbortController();
  const input = new ConnectInput({
    host: '127.0.0.1',
    port,
    createDecoder: () => {
      const parser = createParser(IPICO, createParts());
      return new ReadDecoder({ parser, points: ['finish'], offsetMs: 0 });
    },
    sink: {
      take: (decoded) => {
        for (const { bandId } of decoded.reads) bands.push(bandId);
        return Promise.resolve();
      },
      noteConnection: (connection) => connections.push(connection),
    },
    say: (text) => said.push(text),
  });
  const run = input.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await run;
  });
  return { bands, said, connections };
}

test('[SN36] a lost reader is connected to again, and half a line from before is dropped', async () => {
  const any = vi.spyOn(AbortSignal, 'any');
  onTestFinished(() => any.mockRestore());
  const reader = await startReader();
  const { bands, said, connections } = startInput(reader.port);
  await eventually(() => expect(reader.sockets).toHaveLength(1));
  reader.sockets[0]?.write('aa0000000000010400012606201132053227\r\naa00000000000105000126');
  await eventually(() => expect(bands).toEqual(['104']));
  reader.sockets[0]?.destroy();
  await eventually(() => expect(reader.sockets).toHaveLength(2));
  reader.sockets[1]?.write('aa0000000000010500012606201132053228\r\n');
  await eventually(() => expect(bands).toEqual(['104', '105']));
  expect(said.filter((text) => text.includes('is away'))).toHaveLength(1);
  // It was back at once: no news for organisers.
  expect(connections.filter(({ awaySinceMs }) => awaySinceMs !== undefined)).toEqual([]);
  // A signal made of others stays in their lists for good, one for each connection.
  expect(any).not.toHaveBeenCalled();
});

test('[SN39] a reader that stays away is reported with the end of its connection, until it is back', async () => {
  const { port, server, sockets } = await startReader();
  const { connections } = startInput(port);
  await eventually(() => expect(sockets).toHaveLength(1));
  const beforeMs = Date.now();
  server.close();
  sockets[0]?.destroy();
  await eventually(() => expect(connections.length).toBeGreaterThan(1));
  expect(connections[0]).toEqual({ awaySinceMs: undefined });
  expect(connections[1]?.awaySinceMs).toBeGreaterThanOrEqual(beforeMs);
  server.listen(port, '127.0.0.1');
  await eventually(() => expect(connections.at(-1)).toEqual({ awaySinceMs: undefined }));
});

test('[SN36] raceresult: missing passings are requested in blocks of a hundred, and a new file from 1', () => {
  const marks = new Map<string, number>();
  const connect = (): ((line: string) => string | undefined) => {
    const parser = createParser(RACERESULT, createParts({ marks }));
    expect(parser.greet?.()).toBe('SETPROTOCOL;<=2.6\r\n');
    return (line) => {
      const result = parser.parse(line);
      if (result.kind !== 'frame') return undefined;
      if (result.mark) marks.set(result.mark.series, result.mark.number);
      return result.answer;
    };
  };
  const answer = connect();
  expect(answer('SETPROTOCOL;2.0')).toBe('GETSTATUS\r\nSETPUSHPASSINGS;1;0\r\nPASSINGS\r\n');
  expect(answer('PASSINGS;150;7')).toBe('1:100\r\n');
  for (let number = 1; number <= 100; number += 1) {
    answer(`${number};104;2026-06-20;11:32:05.120;6692;12;-68;09ca52`);
  }
  expect(answer('')).toBe('PASSINGS\r\n');
  expect(answer('PASSINGS;150;7')).toBe('101:50\r\n');
  expect(connect()('PASSINGS;150;7')).toBe('101:50\r\n');
  expect(connect()('PASSINGS;1;8')).toBe('1:1\r\n');
});

/** The scanner's results for a reader's answers at eleven in London. */
function hear(name: string, ...lines: string[]): readonly LineResult[] {
  const parts = createParts({ now: () => at('2026-06-20T10:00:00Z') });
  const format = FORMATS.find((one) => one.name === name);
  const parser = createParser(format, parts);
  parser.greet?.();
  return lines.map((line) => parser.parse(line));
}

test('[SN36 SN39] a reader’s battery, clock and test mode are reported', () => {
  const status = 'GETSTATUS;2026-06-20;11:05:00.000;1;11000000;0;7;1;;1;14;20';
  const state = { battery: '14 %', isBatteryLow: true, aheadMs: 300_000 };
  const note = 'in test mode, in which it keeps no passings';
  expect(hear('raceresult', status, status, 'GETSTATUS;0000-00-00;00:00:02.773')).toEqual([
    { kind: 'frame', state, note },
    { kind: 'frame', state },
    { kind: 'frame', state: {} },
  ]);
  expect(hear('ultra', 'V=22.9', 'V=22.8', '11:00:00 20-06-2026 (1)')).toEqual([
    { kind: 'frame', state: { battery: '22.9 V', isBatteryLow: true } },
    { kind: 'frame', state: { battery: '22.8 V', isBatteryLow: true } },
    { kind: 'frame', state: { aheadMs: 0 } },
  ]);
  const mylaps = ['12.4', '12.4 and as much more as a stranger sends'].map(
    (battery) => `Start@AckGetInfo@id=1|bat=${battery}|mac=x`,
  );
  expect(hear('mylaps', ...mylaps)).toEqual([
    { kind: 'frame', state: { battery: '12.4' } },
    { kind: 'frame', state: { battery: '12.4 and as ' } },
  ]);
  expect(hear('macsha', 'GETTIME;2026-06-20;10:59:00')).toEqual([
    { kind: 'frame', state: { aheadMs: -59_500 } },
  ]);
});
