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

test('[SN34] a reader that takes none of its answers is disconnected before they fill the memory', async () => {
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
