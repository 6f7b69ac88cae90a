import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { ReadClock } from '#server/scanner/clock/read-clock.ts';
import { PLAIN_LINE, createParser } from '#server/scanner/formats/formats.ts';
import { type AllowList, parseAllowList } from '#server/scanner/inputs/allow-list.ts';
import { TcpInput } from '#server/scanner/inputs/tcp-input.ts';
import { ReadDecoder } from '#server/scanner/read-decoder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createParts } from '../formats/parse-format.ts';

function getList(text: string): AllowList {
  const list = parseAllowList(text);
  if ('bad' in list) throw new Error(`${list.bad} is no address`);
  return list;
}

test.for([
  ['192.168.1.20', '192.168.1.20', true],
  ['192.168.1.20', '192.168.1.21', false],
  ['192.168.1.20', '::ffff:192.168.1.20', true],
  ['10.0.0.0/8, 127.0.0.1', '10.200.3.4', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['::ffff:10.0.0.0/104', '10.1.2.3', true],
  ['fd00::/8', 'fd12::1', true],
  ['fd00::/8', '2001:db8::1', false],
  ['fe80::1', 'fe80::1%eth0', true],
  ['0.0.0.0/0', '8.8.8.8', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['10.0.0.1', '', false],
] as const)('--allow %s and a reader at %s: %j', ([list, address, isAllowed]) =>
  expect(getList(list).allows(address)).toBe(isAllowed),
);

test.for([
  '',
  'reader',
  '10.0.0.1/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0',
  'fd00::/129',
  '::ffff:10.0.0.0/8',
])('--allow %j is no address', (text) =>
  expect(parseAllowList(`127.0.0.1,${text}`)).toEqual({ bad: text }),
);

interface Listening {
  readonly said: readonly string[];
  readonly bands: readonly string[];
  readonly connect: () => Promise<Socket>;
}

async function listen(options: { allow?: AllowList; idleMinutes?: number }): Promise<Listening> {
  const said: string[] = [];
  const bands: string[] = [];
  const stop = new AbortController();
  const clock = new ReadClock({
    isLive: true,
    zone: 'UTC',
    race: { timeZone: undefined, startMs: undefined },
    now: Date.now,
    onAssumption: () => undefined,
  });
  const input = new TcpInput({
    host: '127.0.0.1',
    port: 0,
    allow: options.allow,
    idleMinutes: options.idleMinutes ?? 60,
    createDecoder: () =>
      new ReadDecoder({
        parser: createParser(PLAIN_LINE, createParts({ clock })),
        points: ['finish'],
        offsetMs: 0,
      }),
    sink: {
      take: (decoded) => {
        for (const { bandId } of decoded.reads) bands.push(bandId);
        return Promise.resolve();
      },
    },
    say: (text) => said.push(text),
  });
  const run = input.run(stop.signal);
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    stop.abort();
    await run;
    for (const socket of sockets) socket.destroy();
  });
  const port = await eventually(() => {
    const found = /on 127\.0\.0\.1:(\d+)/.exec(said.join('\n'))?.[1];
    if (found === undefined) throw new Error('It does not listen yet.');
    return Number(found);
  });
  return {
    said,
    bands,
    connect: async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    },
  };
}

/** Ended in order or by a reset, which an unread line brings about. */
async function untilClosed(socket: Socket): Promise<void> {
  if (socket.closed) return;
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
}

test('a reader that --allow does not name is refused, and reported once', async () => {
  const { said, bands, connect } = await listen({ allow: getList('192.0.2.0/24') });
  for (let i = 0; i < 3; i += 1) {
    const socket = await connect();
    socket.write('104\n');
    await untilClosed(socket);
  }
  expect(bands).toEqual([]);
  expect(said.filter((text) => text.includes('refused'))).toEqual([
    'A reader at 127.0.0.1 is refused: --allow does not name it.',
  ]);
});

test('a connection on which nothing comes is closed', async () => {
  const { said, connect } = await listen({ idleMinutes: 0.001 });
  const socket = await connect();
  await untilClosed(socket);
  await eventually(() => expect(said.join('\n')).toMatch(/left: nothing came for 0.001 minutes/));
});

test('[SN23] a reader that breaks off affects no other', async () => {
  const { said, bands, connect } = await listen({});
  const [rude, polite] = [await connect(), await connect()];
  rude.write('104\n');
  await eventually(() => expect(bands).toEqual(['104']));
  rude.resetAndDestroy();
  await eventually(() => expect(said.join('\n')).toContain('left: read ECONNRESET'));
  polite.write('105\n');
  await eventually(() => expect(bands).toEqual(['104', '105']));
});

test('[SN23] any number of idle connections give way to a reader, and one that brought reads stays', async () => {
  const { bands, connect } = await listen({});
  const reader = await connect();
  reader.write('101\n');
  await eventually(() => expect(bands).toEqual(['101']));
  for (let i = 0; i < 300; i += 1) await connect();
  const late = await connect();
  late.write('102\n');
  reader.write('103\n');
  await eventually(() => expect(bands.toSorted()).toEqual(['101', '102', '103']));
});
