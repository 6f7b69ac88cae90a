import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { ControlEntry, Sighting } from '#shared/model/decisions.ts';
import type { MissingMessage } from '#shared/wire/missing-api.ts';
import type { SourcesBody } from '#shared/wire/reads-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildReport } from '#tests/client/support/build-report.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';

import { type FakeWire, refuse } from './support/fake-wire.ts';
import { expectNoDialog } from './support/on-screen.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';
import { acceptSettings, buildImpact, present } from './support/settings-screen.ts';

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
const isToDoFirst = async (): Promise<boolean> => {
  const toDo = screen.getByRole('list', { name: 'Now to do' });
  const order = toDo.compareDocumentPosition(await findBlock('Full'));
  return order === Node.DOCUMENT_POSITION_FOLLOWING;
};
const sentLast = (wire: FakeWire) => wire.sent('POST /control').at(-1)?.body;

test('on a phone what is to do comes first once the last gun has gone, but nothing moves when it goes', async () => {
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
  const gone = '2026-06-20-10-00-00';
  const { wire } = await openControl({
    config: { starts: { BB: gone, PB: '2026-06-20-18-00-00' } },
  });
  expect(await isToDoFirst()).toBe(false);
  const startNow = screen.getByRole('button', { name: 'Start now: Full' });
  wire.push('config', present({ distances: 'Half,Full', starts: { BB: gone, PB: gone } }));
  await expect.poll(() => startNow.dataset['kind']).toBe('plain');
  expect(await isToDoFirst()).toBe(false);
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
  const { wire, user, press } = await openControl();
  await press('Ignore 12 Nia Rees');
  await user.click(screen.getByText('1 ignored'));
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
  dialog.getByLabelText(
    'DNF, not accounted for: 342 Llŷr Edwards Full, last seen at Bedd Morris, 11:40',
  );
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
    unsubscribe: async () => {
      endpoint = undefined;
      return true;
    },
  };
  const find = () => (endpoint === undefined ? null : { ...subscription, endpoint });
  const pushManager = {
    getSubscription: async () => find(),
    subscribe: async () => {
      endpoint = 'https://push.example/1';
      return find();
    },
  };
  const registration = { scope: 'http://localhost/control', active: {}, pushManager };
  const kept = new Map<string, Response>();
  vi.stubGlobal('caches', {
    match: async (address: string) => kept.get(address)?.clone(),
    open: async () => ({
      put: async (address: string, answer: Response) => kept.set(address, answer),
      delete: async (address: string) => kept.delete(address),
    }),
  });
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: async () => 'granted',
  });
  const scopes: unknown[] = [];
  const register = async (_address: string, { scope }: RegistrationOptions) => {
    scopes.push(scope);
    return registration;
  };
  const value = { register, getRegistrations: async () => [registration] };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
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

const DAI = 'Dai, marshal at CP3';

const SEEN = enter('mair', 'Mair', 'Ellis', '377');
/** Not seen yet. */
const UNSEEN = enter('nia', 'Nia', 'Adams', '177');
/** Without such a bib. */
const OTHER = enter('llyr', 'Llŷr', 'Edwards', '342');
/** Finished before the sighting. */
const DONE = enter('ann', 'Ann', 'Abel', '277');
const SIGHTED = [UNSEEN, SEEN, OTHER, DONE];

const PASS: ControlEntry = {
  kind: 'marshal',
  subject: 'a1b2',
  point: 'cp3',
  untilMs: at(420),
  text: 'Dai',
  atMs: at(-60),
  by: 'anna@race.local',
};

function buildSighting(rest: Partial<Sighting>, text?: string): ControlEntry {
  return {
    kind: 'sighting',
    subject: '6f9619ff-8b86-4011-b42d-00cf4fc964ff',
    point: 'cp3',
    sighting: { kind: 'seen', bib: '?77', seenMs: at(260), ...rest },
    ...(text === undefined ? {} : { text }),
    atMs: at(261),
    by: DAI,
  };
}

function tell(wire: FakeWire, control: readonly ControlEntry[]): void {
  const lastSeen = [null, { scans: 2, lastPoint: 'cp2', lastTime: at(200) }, null];
  const resultData = SIGHTED.filter((one) => one !== DONE).map(({ runnerId }) => runnerId);
  wire.pushMissing({ resultData, lastSeen, control });
}

/** Opens race control at 15:00 with these entries. */
async function openPasses(...control: readonly ControlEntry[]): Promise<OpenScreen> {
  setClock(NOW_MS);
  const opened = await openScreen('/control', {
    runners: SIGHTED,
    role: 'registration',
    config: { distances: 'Full', timeZone: 'Europe/London', raceStart: '2026-06-20-10-00-00' },
  });
  opened.wire.answer('GET /scanners', { runs: false, networks: [], readers: [] });
  await screen.findByRole('list', { name: 'Now to do' });
  tell(opened.wire, control);
  return opened;
}

const findMatter = (text: string) =>
  waitFor(() => {
    const items = within(screen.getByRole('list', { name: 'Now to do' })).getAllByRole('listitem');
    const item = items.find((each) => each.querySelector('p')?.textContent.includes(text));
    return item ?? expect.fail(`no matter ${text}`);
  });
const listChoices = (): (string | undefined)[] =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .map((radio) => radio.labels?.[0]?.querySelector('strong')?.textContent);

test('a pass is shown once, as a code, an address and a sheet, until Done', async () => {
  const { wire, user, fill, press } = await openPasses();
  const url = 'https://race.example/marshal#pass';
  wire.answer('POST /marshals', () => {
    tell(wire, [PASS]);
    return { result: 'Success', url };
  });
  await press('Passes…');
  await press('New pass…');
  const list = within(await screen.findByRole('dialog', { name: 'New pass' }));
  await press('Make a pass');
  list.getByText('Choose a point.');
  expect(wire.sent('POST /marshals')).toEqual([]);
  await user.selectOptions(list.getByLabelText('Point'), 'cp3');
  await fill('Name', ' Dai ');
  await user.selectOptions(list.getByLabelText('Valid for'), '12 hours');
  await press('Make a pass');
  const shown = await screen.findByRole('dialog', {
    name: 'Pass of Dai, Foel Eryr, until 21/06/2026 03:00',
  });
  expect(wire.sent('POST /marshals').map(({ body }) => body)).toEqual([
    { point: 'cp3', name: 'Dai', untilMs: NOW_MS + 12 * 60 * MINUTE },
  ]);
  await expect.poll(() => within(shown).getByTestId('pass').textContent).toBe(url);
  within(shown).getByTitle('QR code of the pass of Dai, Foel Eryr');
  expect(within(shown).queryByText(/HTTPS|No phone/)).toBeNull();
  await user.keyboard('{Escape}');
  await within(shown).findByText('Only Done closes this.');
  await press('Done');
  await waitFor(() => expect(document.body.textContent).not.toContain(url));
});

test('a pass shows its phone’s last report, and is ended after a question', async () => {
  const over: ControlEntry = { ...PASS, subject: 'c3', text: 'Siân', untilMs: at(240) };
  const { wire, user, press } = await openPasses(PASS, over, buildSighting({}));
  await screen.findByText('1 pass, last report 39 min ago');
  const report = buildReport('mair', { kind: 'seen', atMs: at(100), enteredMs: at(297), by: DAI });
  wire.pushRunners([{ ...MAIR, rev: SEEN.rev + 1, reports: [report] }]);
  await screen.findByText('1 pass, last report 3 min ago');
  await press('Passes…');
  const passes = within(await screen.findByRole('list', { name: 'Passes' }));
  passes.getByText('over since 14:00 · nothing reported yet');
  wire.answer('POST /control/remove', () => {
    tell(wire, [over]);
    return { result: 'Success' };
  });
  await press('End… Dai, Foel Eryr');
  await screen.findByText(/^The phone can no longer send anything/);
  const box = screen.getByRole('checkbox', { name: /^Also take back everything it sent/ });
  await user.click(box);
  const taken = { result: 'Success', runners: 41, sightings: 2, version: 9 } as const;
  wire.answer('POST /marshals/take-back', taken);
  await press('End and take back');
  await screen.findByText('41 runners, and 2 still to decide');
  wire.answer('POST /marshals/take-back', { ...taken, runners: 40 });
  await press('Undo');
  await screen.findByText('40 runners, and 2 still to decide');
  expect(wire.sent('POST /marshals/take-back').map(({ body }) => body)).toEqual([
    { point: 'cp3', name: 'Dai' },
    { undo: 9 },
  ]);
  within(screen.getByRole('dialog', { name: /^Brought back/ }))
    .getByRole('button', { name: 'Close' })
    .click();
  await waitFor(() => expect(passes.getAllByRole('listitem')).toHaveLength(1));
  expect(wire.sent('POST /control/remove').map(({ body }) => body)).toEqual([
    { kind: 'marshal', subject: 'a1b2', was: PASS.atMs },
  ]);
});

test('a half-read bib offers the runners it fits, and reports the sighting of the chosen one', async () => {
  const sighting = buildSighting({ kind: 'stopped' }, 'Several have such a bib.');
  const { wire, user, press } = await openPasses(sighting);
  const matter = await findMatter('Foel Eryr 14:20: ?77 stopped, by Dai, marshal at Foel Eryr');
  expect(matter.dataset['tone']).toBe('alarm');
  within(matter).getByText('Several have such a bib.');
  within(matter).getByRole('button', { name: /^I’m on it/ });
  await user.click(within(matter).getByRole('button', { name: /^Who was it\?/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Who was it?' }));
  dialog.getByText(/That runner becomes DNF/);
  // Mair is on course, and Ann has finished.
  expect(listChoices()).toEqual(['377 Mair Ellis', '177 Nia Adams', '277 Ann Abel']);
  dialog.getByRole('radio', { name: /^277 Ann Abel.*, finished$/ });
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'It was…' }).disabled).toBe(true);
  wire.answer('POST /apiadmin/:runnerId/reports', refuse(503, { error: 'Not now.' }));
  await user.click(dialog.getByRole('radio', { name: /^377/ }));
  await press('It was 377 Mair Ellis');
  await dialog.findByText('Not now.');
  wire.answer('POST /apiadmin/:runnerId/reports', ({ body }) => {
    wire.pushRunners([{ ...MAIR, rev: SEEN.rev + 1, reports: [buildReport('mair', body)] }]);
    return { result: 'Success' };
  });
  await press('It was 377 Mair Ellis');
  await expectNoDialog();
  const [, second] = wire.sent('POST /apiadmin/:runnerId/reports');
  expect(second?.path).toBe('/apiadmin/mair/reports');
  expect(second?.body).toEqual({
    reportId: sighting.subject,
    kind: 'stopped',
    atMs: at(260),
    point: 'cp3',
    saidBy: DAI,
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Who was it/ })).toBeNull());
});

const numbers = { bibNumber: '342', raceNumber: '342', event: 'PB' };
const names = { firstName: 'Llŷr', lastName: 'Edwards' };
const BEFORE = buildAdminRunner({ runnerId: 'llyr', ...names, ...numbers });
const { courses } = USUAL_COURSES.setup;
/** On each course the point with this id closes two hours after the gun. */
const CLOSING = configOf(
  buildSetup({
    courses: courses.map(({ visits, ...course }) =>
      Object.assign(course, {
        visits: visits.map((visit) =>
          visit.point === 'cp2' ? Object.assign({}, visit, { cutOff: '02:00:00' }) : visit,
        ),
      }),
    ),
  }),
);

const THROUGH = { ...LLYR, runnerId: 'non', firstName: 'Non', bibNumber: '343', raceNumber: '343' };
const CP1 = { scans: 2, lastPoint: 'cp1', lastTime: GUN_MS + 40 * MINUTE };

/** Opens race control while they were last read at the point before it. */
async function openClosed(runners: AdminRunner[]) {
  setClock(GUN_MS + 150 * MINUTE);
  return openScreen('/control', {
    runners,
    config: {
      distances: 'Half,Full',
      timeZone: 'Europe/London',
      raceStart: '2026-06-20-10-00-00',
      ...CLOSING,
    },
    prepare: (wire) => {
      wire.answer('GET /mia', () => ({
        ...wire.head,
        scannedNumberNoRunners: [],
        resultData: runners,
        lastSeen: runners.map(() => CP1),
      }));
    },
  });
}

test('[CU5] race control says when a point closed and who is before it, and one press reports them as timed out, except those who come through', async () => {
  const { user, wire } = await openClosed([BEFORE, THROUGH]);
  const closings = await screen.findByRole('list', { name: 'Closing times' });
  await expect.poll(() => closings.textContent).toContain('closed 12:00, 2 left before it');
  const list = await screen.findByRole('list', { name: 'Now to do' });
  await user.click(await within(list).findByRole('button', { name: /^Timed out…/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Timed out: 2 runners?' });
  await expect.poll(() => dialog.textContent).toContain('342 Llŷr Edwards');
  const gate = wire.hold('POST /apiadmin/:runnerId/reports');
  await user.click(within(dialog).getByRole('button', { name: 'Timed out: 2' }));
  const through = { ...CP1, lastPoint: 'cp2', lastTime: GUN_MS + 150 * MINUTE };
  wire.pushMissing({ resultData: ['llyr', 'non'], lastSeen: [CP1, through] });
  await within(dialog).findByText('342 Llŷr Edwards');
  gate.open();
  await expectNoDialog();
  const sent = wire.sent('POST /apiadmin/:runnerId/reports');
  expect(sent.map(({ path }) => path)).toEqual(['/apiadmin/llyr/reports']);
  const [{ body } = { body: undefined }] = sent;
  const text: unknown = expect.stringMatching(/closed 12:00$/);
  expect(body).toMatchObject({ kind: 'stopped', reason: 'timed-out', text });
  expect(body).not.toHaveProperty('point');
});
