import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';

import { openTapDatabase } from '#client/features/marshal/tap-database.ts';
import type { MarshalBody, MarshalReportsBody, TapOutcome } from '#shared/wire/marshal-api.ts';

import { type FakeWire, refuse, UNREACHABLE } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';

/** 15:05:12 in Wales, in summer. */
const NOW_MS = Date.UTC(2026, 5, 20, 14, 5, 12);
const MINUTE_MS = 60_000;
const PASS = 'a-pass-of-a-marshal-at-cp3';

const DUE = [
  {
    bib: '306',
    name: 'Mair E.',
    expectedMs: NOW_MS - 115 * MINUTE_MS,
    latestMs: NOW_MS - 90 * MINUTE_MS,
  },
  {
    bib: '342',
    name: 'Llŷr E.',
    expectedMs: NOW_MS + 7 * MINUTE_MS,
    latestMs: NOW_MS + MINUTE_MS * 20,
  },
  { bib: '177' },
  { bib: '377' },
];

function body(rest: Partial<MarshalBody> = {}): MarshalBody {
  return {
    point: 'cp3',
    pointName: 'CP3 Cerrig',
    name: 'Dai',
    untilMs: Date.UTC(2026, 5, 20, 16),
    title: 'Ras Beca',
    timeZone: 'Europe/London',
    serverMs: NOW_MS,
    due: DUE,
    dueCount: DUE.length,
    passedCount: 31,
    outCount: 3,
    bibs: DUE.map(({ bib }) => bib),
    ...rest,
  };
}

/** Takes every tap. */
const takeAll = ({ body: { taps } }: { readonly body: MarshalReportsBody }) => ({
  outcomes: taps.map(({ reportId }): TapOutcome => ({ reportId, outcome: 'reported' })),
});

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  setClock(NOW_MS);
});

interface Opened extends OpenScreen {
  readonly sent: () => MarshalReportsBody['taps'];
}

async function openPhone(
  prepare: (wire: FakeWire) => void = () => undefined,
  path = `/marshal#${PASS}`,
): Promise<Opened> {
  const opened = await openScreen(path, {
    isSignedOut: true,
    prepare: (wire) => {
      wire.answer('GET /api/marshal', () => body());
      wire.answer('POST /api/marshal/reports', takeAll);
      prepare(wire);
    },
  });
  const { wire } = opened;
  return {
    ...opened,
    sent: () => wire.sent('POST /api/marshal/reports').flatMap(({ body: { taps } }) => taps),
  };
}

const findOwn = async (text: string | RegExp) =>
  within(await screen.findByRole('region', { name: 'From this phone' })).findByText(text);

test('[MR7] the pass moves from the address to the storage; the runners due are shown, and nothing else is fetched', async () => {
  const { wire } = await openPhone();
  await screen.findByText('Expected here 4 · passed 31 · 3 stopped earlier');
  expect(location.href).not.toContain(PASS);
  expect(localStorage.getItem('splitcast.marshal')).toContain(PASS);
  expect(wire.sent('GET /api/marshal')[0]?.headers.get('Authorization')).toBe(`Bearer ${PASS}`);
  expect(wire.sent('GET /config')).toEqual([]);
  expect(wire.sent('GET /api/compact')).toEqual([]);
  screen.getByText('15:05:12');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('CP3 Cerrig');
});

const seenButton = (bib: string) =>
  screen.getByRole('button', { name: new RegExp(`^Seen: ${bib}`) });

/** Taps the Seen button of a row. */
function pressAt(bib: string, atMs: number, clientY = 200): void {
  const button = seenButton(bib);
  fireEvent.pointerDown(button);
  const event = createEvent.click(button, { detail: 1, clientX: 330, clientY });
  Object.defineProperty(event, 'timeStamp', { value: atMs });
  fireEvent(button, event);
}

test('[MR7] a finger that bounces does not press the row that has moved under it', async () => {
  const { sent } = await openPhone();
  await screen.findByText('115 min late');
  pressAt('306', 10_000);
  pressAt('342', 10_300);
  pressAt('342', 10_600);
  pressAt('177', 10_700, 260);
  await waitFor(() => expect(sent().map(({ bib }) => bib)).toEqual(['306', '342', '177']));
});

test('Stopped needs a number, and asks first', async () => {
  const { user, press, sent } = await openPhone();
  await screen.findByText('115 min late');
  for (const name of ['Stopped', 'First aid'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  await user.keyboard('342');
  await press('Stopped');
  await screen.findByText('342 stopped here, and is out of the race?');
  await press('No');
  await press('Stopped');
  await press('Yes, stopped');
  await findOwn('sent ✓');
  await user.keyboard('177');
  await press('First aid');
  await waitFor(() => expect(sent().length).toBe(2));
  expect(sent()).toMatchObject([
    { kind: 'stopped', bib: '342' },
    { kind: 'helped', bib: '177' },
  ]);
  // A runner who was helped is still due.
  screen.getByRole('button', { name: 'Seen: 177' });
});

test('without a signal taps are counted, stored and saved as a file; later they are sent in order', async () => {
  const { wire, user, press, sent } = await openPhone();
  await screen.findByText('115 min late');
  wire.answer('POST /api/marshal/reports', UNREACHABLE);
  wire.answer('GET /api/marshal', UNREACHABLE);
  await press('Seen: 306 Mair E.');
  await user.keyboard('-5{Enter}');
  await screen.findByText('2 not sent, no signal since 15:05');
  await screen.findByText(/They are safe on this phone/);

  const files: Blob[] = [];
  URL.createObjectURL = (blob) => {
    files.push(blob as Blob);
    return '#file';
  };
  await press('Save as a file');
  const [head, first, second] = (await readText(files[0])).split('\r\n');
  expect(head).toBe('"time","bib","what","point","sent","id"');
  expect(first).toMatch(/^"2026-06-20 15:05:12","306","seen","cp3","not sent","[\da-f-]{36}"$/);
  expect(second).toContain(`"'-5"`);

  wire.answer('GET /api/marshal', () => body({ due: [], dueCount: 0, bibs: [] }));
  wire.answer('POST /api/marshal/reports', takeAll);
  window.dispatchEvent(new Event('online'));
  await screen.findByText('All sent');
  expect(sent().slice(-2)).toMatchObject([{ bib: '306' }, { bib: '-5' }]);
});

test('an ended pass loses no taps: a new one for the same point sends them', async () => {
  const { wire, press, sent } = await openPhone();
  await screen.findByText('115 min late');
  const ended = refuse(401, { error: 'This pass ended at 17:00.' });
  wire.answer('GET /api/marshal', ended);
  wire.answer('POST /api/marshal/reports', ended);
  await press('Seen: 306 Mair E.');
  await screen.findByText('This pass has ended: ask race control for a new one.');

  const fresh = 'another-pass-for-the-same-point';
  const isFresh = (headers: Headers) => headers.get('Authorization') === `Bearer ${fresh}`;
  wire.answer('GET /api/marshal', ({ headers }) => (isFresh(headers) ? body() : ended));
  wire.answer('POST /api/marshal/reports', (call) =>
    isFresh(call.headers) ? takeAll(call) : ended,
  );
  location.hash = `#${fresh}`;
  await screen.findByText('All sent');
  expect(screen.queryByText(/has ended/)).toBeNull();
  expect(sent().at(-1)).toMatchObject({ bib: '306' });

  wire.answer('GET /api/marshal', () => body({ point: 'cp4', pointName: 'Foel' }));
  location.hash = '#a-pass-for-another-point';
  await findOwn('at another point');
});

test('[MR7] keyboard focus stays in place when a row, a button or the question disappears', async () => {
  const { wire, user } = await openPhone();
  const pressKey = async (name: string) => {
    (await screen.findByRole('button', { name })).focus();
    await user.keyboard('{Enter}');
  };
  await screen.findByRole('button', { name: 'Seen: 306 Mair E.' });
  wire.answer('GET /api/marshal', () =>
    body({ due: DUE.slice(1), dueCount: 3, passedCount: 32, bibs: ['342', '177', '377'] }),
  );
  await pressKey('Seen: 306 Mair E.');
  await screen.findByText('Expected here 3 · passed 32 · 3 stopped earlier');
  expect(document.activeElement?.textContent).toBe(
    'Expected here 3 · passed 32 · 3 stopped earlier',
  );
  await pressKey('Undo: 306 seen 15:05:12');
  await findOwn('taken back, sent ✓');
  expect(document.activeElement?.textContent).toBe('From this phone');
  await user.keyboard('342');
  await pressKey('Stopped');
  expect(document.activeElement?.getAttribute('role')).toBe('alertdialog');
  await user.keyboard('{Escape}');
  expect(document.activeElement?.textContent).toBe('Stopped');
});

test('a phone that cannot store sends at once, and warns on leaving', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { wire, press } = await openPhone();
  const gate = wire.hold('POST /api/marshal/reports');
  await press('Seen: 306 Mair E.');
  await screen.findByText(/One is not saved on this phone/);
  await findOwn('not saved on this phone, not sent');
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  gate.open();
  await findOwn('sent ✓');
});

/** Starts timing; resolves once the pad has the focus. */
async function beginTiming({ press }: OpenScreen): Promise<void> {
  await press('Time each as they cross');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Keypad'));
}

test('[HT6] times are taken by finger and key, and numbered later, oldest first', async () => {
  const opened = await openPhone();
  const { user, press, sent } = opened;
  await screen.findByText('115 min late');
  await beginTiming(opened);
  const button = screen.getByRole('button', { name: 'Somebody crosses' });
  fireEvent.pointerDown(button, { button: 0 });
  setClock(NOW_MS + 1_250);
  // Another button, and the click of the first finger.
  fireEvent.pointerDown(button, { button: 2 });
  fireEvent.click(button, { detail: 1 });
  await user.keyboard(' ');
  setClock(NOW_MS + 2_000);
  await user.keyboard('{Enter}');
  await screen.findByText(/3 times still need a number/);
  await screen.findByText('15:05:14, no number yet');
  await user.keyboard('34{Backspace}42');
  // Somebody crosses while a number is typed.
  await user.keyboard(' ');
  await screen.findByText(/4 times still need a number/);
  expect(screen.queryByText('Expected here')).toBeNull();
  await press('Give to 15:05:12');
  await findOwn('sent ✓');
  await user.keyboard('177');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { kind: 'timed', bib: '342', atMs: NOW_MS },
      { kind: 'timed', bib: '177', atMs: NOW_MS + 1_250 },
    ]),
  );
});

test('[MR2] a tap of another window is listed here once that has sent it', async () => {
  await openPhone();
  await screen.findByText('115 min late');
  const tap = { reportId: 'of-another-window', kind: 'seen', bib: '342', atMs: NOW_MS } as const;
  const kept = { ...tap, order: 1, pass: PASS, point: 'cp3', answeredMs: NOW_MS } as const;
  await openTapDatabase().changeTaps([{ ...kept, outcome: 'reported' }], (each) => each);
  window.dispatchEvent(new StorageEvent('storage', { key: 'splitcast.marshal.seen' }));
  expect((await findOwn('sent ✓')).closest('li')?.textContent).toContain('342');
});

test('without a pass the page shows how to get one', async () => {
  await openPhone(() => undefined, '/marshal');
  await screen.findByText(/scan the QR code that race control shows/);
  expect(screen.queryByRole('button', { name: 'Seen' })).toBeNull();
});

function readText(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    if (blob) reader.readAsText(blob);
  });
}
