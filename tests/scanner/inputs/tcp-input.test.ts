import { expect, test } from 'vitest';

import { parseAllowList } from '#server/scanner/inputs/allow-list.ts';
import { eventually } from '#tests/support/eventually.ts';

import { startDialogue, untilClosed } from './dialogue-fixture.ts';

test.for([
  ['192.168.1.20', '192.168.1.21', false],
  ['192.168.1.20', '::ffff:192.168.1.20', true],
  ['10.0.0.0/8, 127.0.0.1', '10.200.3.4', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['fd00::/8', 'fd12::1', true],
  ['fe80::1', 'fe80::1%eth0', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['10.0.0.1', '', false],
] as const)('--allow %s and a reader at %s: %j', ([list, address, isAllowed]) =>
  expect(parseAllowList(list)?.allows(address)).toBe(isAllowed),
);

test.for(['', 'reader', '10.0.0.1/33', '10.0.0.0/8/8'])('--allow %j is no address', (text) =>
  expect(parseAllowList(`127.0.0.1,${text}`)).toBeUndefined(),
);

test('a reader that --allow does not name is refused, and reported once', async () => {
  const { said, journal, connect } = await startDialogue({ allow: parseAllowList('192.0.2.0/24') });
  for (let i = 0; i < 3; i += 1) {
    const { socket } = await connect();
    socket.write('104\n');
    await untilClosed(socket);
  }
  expect(journal.lastSeq).toBe(0);
  expect(said.filter((text) => text.includes('refused'))).toEqual([
    'A reader at 127.0.0.1 is refused: --allow does not name it.',
  ]);
});

test('[SN39] it waits for its reader until the first has connected', async () => {
  const { sink, connect } = await startDialogue();
  expect(sink.readerState).toEqual({ isAwaited: true });
  const { socket } = await connect();
  await eventually(() => expect(sink.readerState).toEqual({}));
  socket.destroy();
  await untilClosed(socket);
  expect(sink.readerState).toEqual({});
});

test('[SN23] a reader that breaks off affects no other', async () => {
  const { said, journal, connect } = await startDialogue();
  const [rude, polite] = [await connect(), await connect()];
  rude.socket.write('104\n');
  await eventually(() => expect(journal.lastSeq).toBe(1));
  rude.socket.resetAndDestroy();
  await eventually(() => expect(said.join('\n')).toContain('left: read ECONNRESET'));
  polite.socket.write('105\n');
  await eventually(() => expect(journal.lastSeq).toBe(2));
});

test('[SN23] any number of idle connections give way to a reader, and one that brought reads stays', async () => {
  const { journal, connect } = await startDialogue();
  const reader = await connect();
  reader.socket.write('101\n');
  await eventually(() => expect(journal.lastSeq).toBe(1));
  for (let i = 0; i < 300; i += 1) await connect();
  const late = await connect();
  late.socket.write('102\n');
  reader.socket.write('103\n');
  await eventually(() => expect(journal.lastSeq).toBe(3));
});
