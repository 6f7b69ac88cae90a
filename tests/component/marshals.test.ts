import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { ControlEntry, Sighting } from '#shared/model/decisions.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildReport } from '#tests/client/support/build-report.ts';

import { type FakeWire, refuse } from './support/fake-wire.ts';
import { expectNoDialog, textsOf } from './support/on-screen.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';

const MINUTE = 60_000;
/** 10:00 in Wales, in summer. */
const GUN_MS = Date.UTC(2026, 5, 20, 9);
const at = (minutes: number): number => GUN_MS + minutes * MINUTE;
const NOW_MS = at(300);
const DAI = 'Dai, marshal at CP3';

function enter(runnerId: string, firstName: string, lastName: string, bibNumber: string) {
  const raceNumber = `1${bibNumber}`;
  return buildAdminRunner({ runnerId, firstName, lastName, bibNumber, raceNumber, event: 'PB' });
}
/** On course, and past CP2. */
const MAIR = enter('mair', 'Mair', 'Ellis', '377');
/** Not seen yet. */
const NIA = enter('nia', 'Nia', 'Adams', '177');
/** Without such a bib. */
const LLYR = enter('llyr', 'Llŷr', 'Edwards', '342');
/** Finished before the sighting. */
const ANN = enter('ann', 'Ann', 'Abel', '277');
const FIELD = [NIA, MAIR, LLYR, ANN];

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
  const resultData = FIELD.filter((one) => one !== ANN).map(({ runnerId }) => runnerId);
  wire.pushMissing({ resultData, lastSeen, control });
}

/** Opens race control at 15:00 with these entries. */
async function openControl(...control: readonly ControlEntry[]): Promise<OpenScreen> {
  setClock(NOW_MS);
  const opened = await openScreen('/control', {
    runners: FIELD,
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
  const { wire, user, fill, press } = await openControl();
  const url = 'https://race.example/marshal#pass';
  wire.answer('POST /marshals', () => {
    tell(wire, [PASS]);
    return { result: 'Success', url };
  });
  await press('Passes…');
  const list = within(await screen.findByRole('dialog', { name: 'Marshals’ phones' }));
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
  const { wire, user, press } = await openControl(PASS, over, buildSighting({}));
  await screen.findByText('1 pass, last report 39 min ago');
  const report = buildReport('mair', { kind: 'seen', atMs: at(100), enteredMs: at(297), by: DAI });
  wire.pushRunners([{ ...MAIR, rev: MAIR.rev + 1, reports: [report] }]);
  await screen.findByText('1 pass, last report 3 min ago');
  await press('Passes…');
  const passes = within(await screen.findByRole('list', { name: 'Passes' }));
  expect(textsOf(passes.getAllByRole('listitem'))).toEqual([
    'Dai, Foel Eryruntil 17:00 · reported 3 min agoEnd… Dai, Foel Eryr',
    'Siân, Foel Eryrover since 14:00 · nothing reported yetEnd… Siân, Foel Eryr',
  ]);
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
  const { wire, user, press } = await openControl(sighting);
  const matter = await findMatter('Foel Eryr 14:20: ?77 stopped, by Dai, marshal at Foel Eryr');
  expect(matter.dataset['tone']).toBe('alarm');
  within(matter).getByText('Several have such a bib.');
  within(matter).getByRole('button', { name: /^I’m on it/ });
  const read = { time: '', timeMs: at(250), points: ['finish'], source: 'mat' };
  wire.answer('GET /apiadmin/:runnerId/scans', {
    ...wire.head,
    status: 'finished',
    scans: [{ ...read, verdict: 'counted', countedAt: ['finish'] }],
    outcome: null,
  });
  await user.click(within(matter).getByRole('button', { name: /^Who was it\?/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Who was it?' }));
  dialog.getByText(/That runner becomes DNF/);
  // Mair is on course, and Ann has finished.
  expect(listChoices()).toEqual(['377 Mair Ellis', '177 Nia Adams', '277 Ann Abel']);
  await dialog.findByRole('radio', { name: /^277 Ann Abel.*, finished 14:10$/ });
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'It was…' }).disabled).toBe(true);
  wire.answer('POST /apiadmin/:runnerId/reports', refuse(503, { error: 'Not now.' }));
  await user.click(dialog.getByRole('radio', { name: /^377/ }));
  await press('It was 377 Mair Ellis');
  await dialog.findByText('Not now.');
  wire.answer('POST /apiadmin/:runnerId/reports', ({ body }) => {
    wire.pushRunners([{ ...MAIR, rev: MAIR.rev + 1, reports: [buildReport('mair', body)] }]);
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
