import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { ControlEntry } from '#shared/model/decisions.ts';
import type { MissingMessage } from '#shared/wire/missing-api.ts';
import type { SourcesBody } from '#shared/wire/reads-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildReport } from '#tests/client/support/build-report.ts';

import { type FakeWire, refuse } from './support/fake-wire.ts';
import { expectNoDialog } from './support/on-screen.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';
import { acceptSettings, buildImpact } from './support/settings-screen.ts';

const MINUTE = 60_000;
/** 10:00 in Wales, in summer. */
const GUN_MS = Date.UTC(2026, 5, 20, 9);
const at = (minutes: number): number => GUN_MS + minutes * MINUTE;
const NOW_MS = at(300);

const STOPPED = { kind: 'stopped', atMs: at(140), point: 'cp2', overrideBefore: '' } as const;
const enter = (
  runnerId: string,
  firstName: string,
  lastName: string,
  bibNumber: string,
  rest: Partial<AdminRunner> = {},
): AdminRunner => {
  const raceNumber = `1${bibNumber}`;
  const names = { runnerId, firstName, lastName, bibNumber, raceNumber };
  return buildAdminRunner({ ...names, event: 'PB', ...rest });
};
const MAIR = enter('mair', 'Mair', 'Ellis', '306', {
  mobileNumber: '07700 900006',
  emergencyContact: 'Mum 07700 900007',
  overrideLime: '00:00:01',
  reports: [buildReport('mair', { ...STOPPED, text: 'rings, voicemail' })],
});
const NIA = enter('nia', 'Nia', 'Rees', '12', {
  overrideLime: '00:00:01',
  reports: [buildReport('nia', { ...STOPPED, isSafe: true })],
});
const LLYR = enter('llyr', 'Llŷr', 'Edwards', '342');
const FIELD = [MAIR, NIA, LLYR];
/** Mair was read nowhere, Nia came in although she is DNF, Llŷr is on course. */
const MISSING = {
  resultData: ['llyr'],
  lastSeen: [{ scans: 2, lastPoint: 'cp1', lastTime: at(100) }],
  finishedDnfs: [{ runnerId: 'nia', finishTime: at(200) }],
} as const;

const BY_DAI = { atMs: at(290), by: 'dai@race.local' };
const CLAIM: ControlEntry = { kind: 'claim', subject: 'runner:mair', ...BY_DAI };
const LINE: ControlEntry = { kind: 'line-count', subject: 'PB', ...BY_DAI, atMs: at(10) };

function sourcesOf(wire: FakeWire, rest: Partial<SourcesBody> = {}): SourcesBody {
  return { ...wire.head, sources: [], corrections: [], suspicions: [], ...rest };
}

interface Given extends ScreenOptions {
  readonly missing?: Partial<MissingMessage>;
  readonly sources?: Partial<SourcesBody>;
  readonly item?: string;
}

/** Opens race control at 15:00; what is written there is pushed, as the server does. */
async function openControl({
  missing = {},
  sources = {},
  item,
  ...rest
}: Given = {}): Promise<OpenScreen> {
  setClock(NOW_MS);
  const path = item === undefined ? '/control' : `/control?item=${encodeURIComponent(item)}`;
  const opened = await openScreen(path, {
    runners: FIELD,
    ...rest,
    config: {
      distances: 'Half,Full',
      timeZone: 'Europe/London',
      raceStart: '2026-06-20-10-00-00',
      ...rest.config,
    },
    prepare: (wire) => {
      wire.answer('GET /apiadmin/reads/sources', () => sourcesOf(wire, sources));
      wire.answer('GET /mia', () => ({
        ...wire.head,
        scannedNumberNoRunners: [],
        ...MISSING,
        ...missing,
        resultData: FIELD.filter(({ runnerId }) => runnerId === 'llyr'),
      }));
      wire.answer('POST /control', ({ body: { was: _was, ...entry } }) => {
        pushMissing(wire, {
          ...missing,
          control: [{ ...entry, atMs: NOW_MS, by: 'sian@race.local' }],
        });
        return { result: 'Success' };
      });
      wire.answer('POST /control/remove', () => {
        pushMissing(wire, { ...missing, control: [] });
        return { result: 'Success' };
      });
      wire.answer('POST /webconfig/preview', buildImpact({ PB: { moved: 3 } }));
      rest.prepare?.(wire);
    },
  });
  await screen.findByRole('list', { name: 'Now to do' });
  return opened;
}

function pushMissing(wire: FakeWire, missing: Partial<MissingMessage>): void {
  wire.pushMissing({ ...MISSING, ...missing });
}

const findBlock = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) });
const listToDo = (): string[] =>
  within(screen.getByRole('list', { name: 'Now to do' }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent ?? '');
const linksOf = (part: Pick<typeof screen, 'getAllByRole'>) =>
  part.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const isToDoFirst = async (): Promise<boolean> => {
  const toDo = screen.getByRole('list', { name: 'Now to do' });
  const order = toDo.compareDocumentPosition(await findBlock('Full'));
  return order === Node.DOCUMENT_POSITION_FOLLOWING;
};
const sentLast = (wire: FakeWire) => wire.sent('POST /control').at(-1)?.body;

test('a block has the numbers of its distance, each a link to the runners it counts', async () => {
  await openControl();
  const full = within(await findBlock('Full'));
  await full.findByText('3 started');
  expect(linksOf(full)).toEqual([
    ['On course 1', '/rollcall?event=PB&show=on-course'],
    ['Out, not accounted for 1', '/rollcall?event=PB&show=out-not-safe'],
    ['Finished 0', '/rollcall?event=PB&show=finished'],
    ['Out, accounted for 1', '/rollcall?event=PB&show=out-safe'],
    ['Change', '/conf?field=starts.PB'],
    ['Never seen 0', '/rollcall?event=PB&show=never-seen'],
    ['DNS 0', '/rollcall?event=PB&show=did-not-start'],
  ]);
});

test('the count at the line is typed, compared with the starters, and removed', async () => {
  const { wire, fill, press, user } = await openControl();
  const full = within(await findBlock('Full'));
  expect(full.queryByText(/✓|✗/)).toBeNull();
  await press('Line count… of Full');
  await fill('Counted over the start line', '4');
  await user.keyboard('{Enter}');
  await expectNoDialog();
  expect(sentLast(wire)).toEqual({ kind: 'line-count', subject: 'PB', count: 4, was: null });
  await full.findByText(/^✗ 3 listed, 4 counted: 1 crossed the line unseen/);

  pushMissing(wire, { control: [{ ...LINE, count: 3 }] });
  await full.findByText('✓ 3 of 3');
  await press('Line 3… of Full');
  pushMissing(wire, { control: [{ ...LINE, count: 2, atMs: at(11) }] });
  await screen.findByText('dai has counted 2.');
  await fill('Counted over the start line', '');
  await press('Remove the count');
  await expectNoDialog();
  expect(wire.sent('POST /control/remove').at(-1)?.body).toEqual({
    kind: 'line-count',
    subject: 'PB',
    was: at(11),
  });
  await waitFor(() => expect(full.queryByText(/✓|✗/)).toBeNull());
});

test('on a phone what is to do comes before the distances, once the last gun has gone', async () => {
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media === '(max-width: 48rem)',
      }) as MediaQueryList,
  );
  onTestFinished(() => spy.mockRestore());
  await openControl();
  expect(await isToDoFirst()).toBe(true);
  document.body.replaceChildren();
  await openControl({ config: { raceStart: '2026-06-20-18-00-00' } });
  expect(await isToDoFirst()).toBe(false);
});

test('a runner’s line says where they were seen last, the last note, and both telephones to press', async () => {
  await openControl();
  await waitFor(() =>
    expect(listToDo()).toEqual([
      '306 Mair Ellis, Full: out, not accounted for',
      '12 Nia Rees, Full: DNF, but read at the finish 13:20',
    ]),
  );
  const rows = within(screen.getByRole('list', { name: 'Now to do' })).getAllByRole('listitem');
  const row = within(rows[0] as HTMLElement);
  row.getByText('last seen at Carn Ingli, 12:20');
  row.getByText('12:20 anna: rings, voicemail');
  expect(linksOf(row)).toEqual([
    ['07700 900006', 'tel:07700900006'],
    ['07700 900007', 'tel:07700900007'],
    ['Roll-call', '/rollcall?find=306'],
  ]);
});

test('an item is taken in one press, shows who has it, and is released', async () => {
  const { wire, press } = await openControl();
  await press('I’m on it 306 Mair Ellis');
  await screen.findByText('sian, 15:00');
  expect(sentLast(wire)).toEqual({ kind: 'claim', subject: 'runner:mair', was: null });
  await screen.findByText('1 open · 1 taken');
  await press('Release 306 Mair Ellis');
  await screen.findByText('2 open · 0 taken');

  wire.answer('POST /control', () => {
    pushMissing(wire, { control: [CLAIM] });
    return refuse(409, { error: 'dai@race.local has it since 14:50.' });
  });
  await press('I’m on it 306 Mair Ellis');
  await screen.findByText('dai@race.local has it since 14:50.');
  await screen.findByText('dai, 14:50');
});

test('a press does not dismiss a warning that has just moved under the finger', async () => {
  const { wire } = await openControl();
  await screen.findByRole('button', { name: 'Ignore 12 Nia Rees' });
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Ignore 12 Nia Rees' }));
  const finishedDnfs = ['mair', 'nia'].map((runnerId) => ({ runnerId, finishTime: at(200) }));
  pushMissing(wire, { finishedDnfs });
  const leave = await screen.findByRole('button', { name: 'Ignore 306 Mair Ellis' });
  fireEvent.click(leave, { detail: 1 });
  expect(sentLast(wire)).toBeUndefined();
  // Without a pointer, as a screen reader does.
  fireEvent.click(leave, { detail: 1 });
  await waitFor(() => expect(sentLast(wire)?.kind).toBe('left'));
});

test('a warning is dismissed, shown on request, and brought back', async () => {
  const { wire, press } = await openControl();
  await press('Ignore 12 Nia Rees');
  await press('1 ignored');
  const left = within(await screen.findByRole('list', { name: 'Ignored' }));
  left.getByText('ignored by sian, 15:00');
  const subject = sentLast(wire)?.subject ?? '';
  expect(subject).toBe(`contradiction:nia:finished-although-dnf:${at(200)}`);
  expect(listToDo()).toHaveLength(1);
  await press('Bring back 12 Nia Rees');
  await waitFor(() => expect(listToDo()).toHaveLength(2));
});

test('closing names everyone unaccounted for, waits until each is ticked, and reports each first', async () => {
  const { wire, user, press } = await openControl();
  acceptSettings(wire, { distances: 'Half,Full', raceStart: '2026-06-20-10-00-00' });
  wire.answer('POST /apiadmin/:runnerId/reports', { result: 'Success' });
  await press('Close Full alone');
  const dialog = within(await screen.findByRole('dialog', { name: 'Close Full?' }));
  const boxes = dialog.getAllByRole('checkbox');
  expect(boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'DNF, not accounted for: 342 Llŷr Edwards Full, last seen at Bedd Morris, 11:40',
    'DNF, not accounted for: 306 Mair Ellis Full, last seen at Carn Ingli, 12:20',
  ]);
  const close = dialog.getByRole<HTMLButtonElement>('button', { name: 'Close Full' });
  await user.click(boxes[0] as HTMLElement);
  dialog.getByText(/^Tick one more person, or account for them/);
  expect(close.disabled).toBe(true);
  await user.click(boxes[1] as HTMLElement);
  expect(close.disabled).toBe(false);

  wire.answer('POST /apiadmin/:runnerId/reports', ({ path }) =>
    path.includes('mair') ? refuse(503, { error: 'Not now.' }) : { result: 'Success' },
  );
  await user.click(close);
  await dialog.findByText('Not now.');
  expect(wire.sent('PUT /webconfig')).toEqual([]);
  wire.answer('POST /apiadmin/:runnerId/reports', { result: 'Success' });
  await user.click(close);
  await expectNoDialog();
  expect(wire.sent('PUT /webconfig').at(-1)?.body.closedEvents).toEqual({ PB: true });
  const reports = wire.sent('POST /apiadmin/:runnerId/reports');
  expect(reports.map(({ path }) => path.split('/')[2])).toEqual(['llyr', 'mair', 'mair']);
  expect(reports[2]?.body).toMatchObject({
    kind: 'note',
    text: 'closed with this runner unaccounted for',
  });
  // The second try is the same report.
  expect(reports[2]?.body.reportId).toBe(reports[1]?.body.reportId);
});

/** A browser with a push service, as far as the page meets it. */
function stubPush() {
  let endpoint: string | undefined;
  const subscription = {
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      endpoint = undefined;
      return Promise.resolve(true);
    },
  };
  const find = () => (endpoint === undefined ? null : { ...subscription, endpoint });
  const pushManager = {
    getSubscription: () => Promise.resolve(find()),
    subscribe: () => {
      endpoint = 'https://push.example/1';
      return Promise.resolve(find());
    },
  };
  const registration = { scope: 'http://localhost/control', active: {}, pushManager };
  const kept = new Map<string, Response>();
  vi.stubGlobal('caches', {
    match: (address: string) => Promise.resolve(kept.get(address)?.clone()),
    open: () =>
      Promise.resolve({
        put: (address: string, answer: Response) => Promise.resolve(kept.set(address, answer)),
        delete: (address: string) => Promise.resolve(kept.delete(address)),
      }),
  });
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: () => Promise.resolve('granted'),
  });
  const scopes: unknown[] = [];
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: (_address: string, { scope }: RegistrationOptions) => {
        scopes.push(scope);
        return Promise.resolve(registration);
      },
      getRegistrations: () => Promise.resolve([registration]),
    },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return { scopes, readEndpoint: () => endpoint };
}

test('[SE8] one press subscribes this browser to alarms, another or signing out ends it', async () => {
  const browser = stubPush();
  const { wire, press } = await openControl({
    prepare: (wire) => {
      wire.answer('GET /push/key', () => ({ publicKey: 'AQID' }));
      wire.answer('POST /alarms', () => ({ result: 'Success' }));
      wire.answer('POST /push/unsubscribe', () => undefined);
      wire.answer('POST /auth/logout', () => undefined);
    },
  });
  // It arrives later than the rest, and nothing is below it.
  const alarms = await screen.findByRole('region', { name: 'Alarms' });
  expect(alarms.nextElementSibling).toBeNull();
  await press('Turn on alarms');
  await screen.findByText(/^This browser notifies you of anything new and urgent/);
  expect(new Set(browser.scopes)).toEqual(new Set(['/control']));
  const order = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };
  expect(wire.sent('POST /alarms').map(({ body }) => body)).toEqual([order]);
  await press('Turn off alarms');
  await screen.findByText(/^Anything new and urgent on this list/);
  expect(wire.sent('POST /push/unsubscribe').at(-1)?.body).toEqual({ endpoint: order.endpoint });

  await press('Turn on alarms');
  await screen.findByText(/^This browser notifies you/);
  await press('Sign out');
  await waitFor(() => expect(browser.readEndpoint()).toBeUndefined());
  await waitFor(() => expect(wire.sent('POST /push/unsubscribe')).toHaveLength(2));
});

test('an alarm opens its item, or says that it is done', async () => {
  const { wire } = await openControl({ item: 'runner:nia' });
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('data-subject')).toBe('runner:nia'),
  );
  expect(screen.queryByText('That item is no longer open.')).toBeNull();
  pushMissing(wire, { finishedDnfs: [] });
  await screen.findByText('That item is no longer open.');
});
