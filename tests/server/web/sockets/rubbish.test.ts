import { expect, onTestFinished, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { stageRace } from '#tests/support/staged-race.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';
import { connectViewer, type Viewer } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();
const DROPPED = 'splitcast_dropped_messages_total{from="viewer"}';

/** The connection of the real client, for frames that no client sends. */
interface RawConnection {
  readonly transport: { readonly ws: { send(frame: string | Uint8Array): void } };
}

/** The socket without its types: rubbish has none. */
interface Untyped {
  emit(event: string, ...args: unknown[]): void;
}

async function openWatchedRace() {
  const race = await openRace();
  await stageRace(race, { runners: buildField(10) });
  const web = await startWeb(race);
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  onTestFinished(() => void process.off('unhandledRejection', onRejection));
  const [viewer, bystander] = [await connectViewer(web.url), await connectViewer(web.url)];
  const reads = buildReads(10).values();
  return {
    web,
    viewer,
    bystander,
    /** Well-behaved clients are served as before. */
    expectUnharmed: async (): Promise<void> => {
      const before = bystander.deltas.length;
      const { value } = reads.next();
      await ingestScans(race.redis, race.keys, value ? [value] : []);
      await eventually(() => expect(bystander.deltas.length).toBeGreaterThan(before));
      expect(bystander.hellos).toHaveLength(1);
      expect(await bystander.resume(web.context.race.head)).toEqual({ current: true });
      expect(rejections).toEqual([]);
    },
  };
}

/** Sends an event with any arguments. */
function emit(viewer: Viewer, event: string, ...args: unknown[]): void {
  (viewer.socket as unknown as Untyped).emit(event, ...args);
}

/** Sends a frame past all layers of the client. */
function sendRaw(viewer: Viewer, frame: string | Uint8Array): void {
  (viewer.socket.io.engine as unknown as RawConnection).transport.ws.send(frame);
}

async function expectDropped(web: TestWeb, count: number): Promise<void> {
  await eventually(async () => expect(await web.readMetric(DROPPED)).toBe(count));
}

test('[PR18] an unknown message is dropped, counted and not answered', async () => {
  const { web, viewer, expectUnharmed } = await openWatchedRace();
  let answers = 0;
  const ack = (): void => void (answers += 1);
  emit(viewer, 'shout');
  emit(viewer, '__proto__', { polluted: true });
  emit(viewer, 'constructor', [], ack);
  emit(viewer, 'hello', { epoch: 'x', version: 9 }, ack);
  emit(viewer, 'results', { upsert: [] });
  emit(viewer, 'with bytes', Buffer.from([0, 255]), { nested: new Uint8Array(3) });
  await expectDropped(web, 6);
  expect(answers).toBe(0);
  expect(viewer.hellos).toHaveLength(1);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  await expectUnharmed();
});

test('[PR18] a malformed resume, or one without a callback, is dropped', async () => {
  const { web, viewer, expectUnharmed } = await openWatchedRace();
  let answers = 0;
  const ack = (): void => void (answers += 1);
  const claims: unknown[] = [
    undefined,
    null,
    {},
    { epoch: 'x' },
    { epoch: 'x', version: -1 },
    { epoch: 'x', version: 1.5 },
    { epoch: 'x'.repeat(65), version: 1 },
    { epoch: Buffer.from('x'), version: 1 },
  ];
  for (const claim of claims) emit(viewer, 'resume', claim, ack);
  const { epoch, version } = web.context.race.head;
  emit(viewer, 'resume', { epoch, version });
  emit(viewer, 'resume', { epoch, version }, 'no function');
  emit(viewer, 'resume');
  emit(viewer, 'resume', ack);
  await expectDropped(web, claims.length + 4);
  expect(answers).toBe(0);
  expect(viewer.hellos).toHaveLength(1);
  await expectUnharmed();
});

test('[PR18] a message over 16 kB closes its connection', async () => {
  const { viewer, expectUnharmed } = await openWatchedRace();
  emit(viewer, 'resume', { epoch: 'x'.repeat(20_000), version: 1 });
  await eventually(() => expect(viewer.hellos).toHaveLength(2));
  emit(viewer, 'resume', Buffer.alloc(20_000));
  await eventually(() => expect(viewer.hellos).toHaveLength(3));
  await expectUnharmed();
});

const FRAMES: readonly (readonly [what: string, frame: string | Uint8Array])[] = [
  ['a socket packet nobody knows', '49'],
  ['an event that is no JSON', '42["resume"'],
  ['an event without a name', '42[]'],
  ['an event whose name is reserved', '42["disconnect"]'],
  ['a huge id', '42999999999999999999999999["resume",{}]'],
  ['an event for a namespace never joined', '42/admin,["editing",null]'],
  ['an attachment out of range', '451-["x",{"_placeholder":true,"num":7}]'],
  ['too many attachments', '4599999999-["x"]'],
  ['nesting without end', `42${'['.repeat(7_000)}`],
  ['a deep object', `42["x",${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}]`],
];

test('[PR18] malformed frames harm no other viewer', async () => {
  const { web, expectUnharmed } = await openWatchedRace();
  for (const [what, frame] of FRAMES) {
    const viewer = await connectViewer(web.url);
    sendRaw(viewer, frame);
    sendRaw(viewer, frame);
    await expectServed(viewer, what);
    viewer.socket.disconnect();
  }
  await expectUnharmed();
  await eventually(async () => expect(await web.readMetric('splitcast_viewers')).toBe(2));
});

/** The sender stays connected or reconnects, and is answered. */
async function expectServed(viewer: Viewer, what: string): Promise<void> {
  await eventually(async () => {
    expect({ what, isBack: viewer.socket.connected }).toEqual({ what, isBack: true });
    const head = { epoch: 'another', version: 1 };
    const reply: unknown = await viewer.socket.timeout(1_000).emitWithAck('resume', head);
    expect({ what, reply }).toEqual({ what, reply: { resync: true } });
  });
}
