import { expect, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';

import { startDialogue } from './dialogue-fixture.ts';

const RECORD = 'LZ6302115:37:40.704 5 0F  1000125030862';

test('[SN34] reads are acknowledged once they are in the journal, and not before', async () => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  const { journal, connect } = await startDialogue({
    take: async (take) => {
      waiting += 1;
      await held;
      await take();
    },
  });
  const reader = await connect();
  reader.socket.write(`Finish@Store@${RECORD}@17@$`);
  await eventually(() => expect(waiting).toBe(1));
  expect(reader.heard).toBe('');
  release?.();
  await eventually(() => expect(reader.heard).toBe('Splitcast@AckStore@17@$'));
  expect(journal.lastSeq).toBe(1);
});

test('[SN34] a journal that refuses: nothing is acknowledged', async () => {
  const { journal, run, connect } = await startDialogue({
    take: async (take) => {
      await journal.close();
      await take();
    },
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
  await eventually(() => expect(said.join('\n')).toMatch(/left: it does not take its answers/));
  reader.socket.resume();
  await isClosed;
});
