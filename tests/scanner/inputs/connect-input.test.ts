import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createParser, FORMATS } from '#server/scanner/formats/formats.ts';
import type { LineResult } from '#server/scanner/formats/line-format.ts';
import { ConnectInput } from '#server/scanner/inputs/connect-input.ts';
import { ReadDecoder } from '#server/scanner/read-decoder.ts';
import { eventually } from '#tests/support/eventually.ts';

import { createParts } from '../formats/parse-format.ts';
import { at } from '../test-clock.ts';

/** A port on which a reader waits; `onLine` is what it does with each line it is sent. */
async function startReader(
  onLine: (line: string, socket: Socket) => void,
  port = 0,
): Promise<{ server: Server; port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line, socket);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { server, port: (server.address() as AddressInfo).port, sockets };
}

function startInput(formatName: string, port: number): { bands: string[]; said: string[] } {
  const bands: string[] = [];
  const said: string[] = [];
  const marks = new Map<string, number>();
  const format = FORMATS.find(({ name }) => name === formatName);
  const stop = new AbortController();
  const input = new ConnectInput({
    host: '127.0.0.1',
    port,
    idleMinutes: 60,
    createDecoder: () =>
      new ReadDecoder({
        parser: createParser(format, createParts({ marks })),
        points: ['finish'],
        offsetMs: 0,
      }),
    sink: {
      take: (decoded) => {
        for (const { bandId } of decoded.reads) bands.push(bandId);
        for (const { series, number } of decoded.marks) marks.set(series, number);
        return Promise.resolve();
      },
    },
    say: (text) => said.push(text),
  });
  const run = input.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await run;
  });
  return { bands, said };
}

test('[SN36] a lost reader is connected to again, and half a line from before is dropped', async () => {
  const any = vi.spyOn(AbortSignal, 'any');
  onTestFinished(() => any.mockRestore());
  const reader = await startReader(() => undefined);
  const { bands, said } = startInput('ipico', reader.port);
  await eventually(() => expect(reader.sockets).toHaveLength(1));
  reader.sockets[0]?.write('aa0000000000010400012606201132053227\r\naa00000000000105000126');
  await eventually(() => expect(bands).toEqual(['104']));
  reader.sockets[0]?.destroy();
  await eventually(() => expect(reader.sockets).toHaveLength(2));
  reader.sockets[1]?.write('aa0000000000010500012606201132053228\r\n');
  await eventually(() => expect(bands).toEqual(['104', '105']));
  expect(said.filter((text) => text.includes('is away'))).toHaveLength(1);
  // A signal made of others stays in their lists for good, one for each connection.
  expect(any).not.toHaveBeenCalled();
});

/** A decoder with `count` passings in its file. */
class Decoder {
  file = 7;
  count = 0;
  readonly asked: string[] = [];

  answer(line: string, socket: Socket): void {
    this.asked.push(line);
    const range = /^(\d+):(\d+)$/.exec(line);
    if (line.startsWith('SETPROTOCOL')) socket.write('SETPROTOCOL;2.0\r\n');
    if (line === 'GETSTATUS') {
      socket.write('GETSTATUS;2026-06-20;11:00:00.000;1;11000000;0;7;1;;1;64;20\r\n');
    }
    if (line === 'PASSINGS') socket.write(`PASSINGS;${this.count};${this.file}\r\n`);
    if (!range) return;
    const first = Number(range[1]);
    const numbers = Array.from({ length: Number(range[2]) }, (_, index) => first + index);
    socket.write(`${numbers.map((number) => this.record(number)).join('')}\r\n`);
  }

  record(number: number): string {
    return `${number};${1_000 + number};2026-06-20;11:32:05.120;6692;12;-68;09ca52\r\n`;
  }
}

test('[SN36] raceresult: missing passings in blocks, then pushed ones, and after a lost connection those since', async () => {
  // The pings of a slow machine would be among what is asked.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const decoder = new Decoder();
  decoder.count = 250;
  const reader = await startReader((line, socket) => decoder.answer(line, socket));
  const { bands } = startInput('raceresult', reader.port);
  await eventually(() => expect(bands).toHaveLength(250));
  await eventually(() => expect(decoder.asked.at(-1)).toBe('PASSINGS'));
  expect(decoder.asked).toEqual([
    'SETPROTOCOL;<=2.6',
    'GETSTATUS',
    'SETPUSHPASSINGS;1;0',
    'PASSINGS',
    '1:100',
    'PASSINGS',
    '101:100',
    'PASSINGS',
    '201:50',
    'PASSINGS',
  ]);
  // The one before it was lost on the way: it is fetched with the next connection.
  decoder.count = 252;
  reader.sockets[0]?.write(`#P;${decoder.record(252)}`);
  await eventually(() => expect(bands).toHaveLength(251));
  reader.sockets[0]?.destroy();
  await eventually(() => expect(decoder.asked).toContain('251:2'));
  await eventually(() => expect(new Set(bands).size).toBe(252));
  reader.sockets[1]?.destroy();
  // A new file begins at 1.
  decoder.file = 8;
  decoder.count = 1;
  await eventually(() => expect(decoder.asked).toContain('1:1'));
});

/** The scanner's results for a reader's answers at eleven in London. */
function hear(name: string, ...lines: string[]): readonly LineResult[] {
  const parts = createParts({ now: () => at('2026-06-20T10:00:00Z') });
  const format = FORMATS.find((one) => one.name === name);
  const parser = createParser(format, parts);
  parser.greet?.();
  return lines.map((line) => parser.parse(line));
}

test('[SN36 SN39] a reader’s battery and clock are reported, to the operator once', () => {
  const status = 'GETSTATUS;2026-06-20;11:05:00.000;1;11000000;0;7;1;;1;14;20';
  const state = { battery: '14 %', isBatteryLow: true, aheadMs: 300_000 };
  const note = 'battery 14 %; in test mode, in which it keeps no passings';
  expect(hear('raceresult', status, status, 'GETSTATUS;0000-00-00;00:00:02.773')).toEqual([
    { kind: 'frame', state, note },
    { kind: 'frame', state },
    { kind: 'frame', state: {} },
  ]);
  expect(hear('ultra', 'V=22.9', 'V=22.8', '11:00:00 20-06-2026 (1)')).toEqual([
    {
      kind: 'frame',
      state: { battery: '22.9 V', isBatteryLow: true },
      note: 'battery 22.9 V, low',
    },
    { kind: 'frame', state: { battery: '22.8 V', isBatteryLow: true } },
    { kind: 'frame', state: { aheadMs: 0 } },
  ]);
  expect(hear('macsha', 'GETTIME;2026-06-20;10:59:00')).toEqual([
    { kind: 'frame', state: { aheadMs: -59_500 } },
  ]);
});
