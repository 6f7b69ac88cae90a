import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { RaceSetup } from '#shared/model/race-setup.ts';
import { writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import { loadTemplate } from '#shared/templates/templates.ts';
import type { SetupImpact } from '#shared/wire/config-api.ts';

import { type FakeWire, WireAnswer } from './support/fake-wire.ts';
import { expectNoDialog, focusedLabel } from './support/on-screen.ts';
import { findIdle, type OpenScreen, openScreen } from './support/open-screen.tsx';
import { present } from './support/settings-screen.ts';

/** A small race with some of everything: in jsdom a large screen takes seconds. */
const USUAL: RaceSetup = {
  version: 1,
  template: 'three-distances',
  points: [
    { id: 'start', name: '', kind: 'start' },
    { id: 'cp1', name: '', kind: 'checkpoint' },
    { id: 'cp2', name: '', kind: 'checkpoint' },
    { id: 'cp3', name: '', kind: 'checkpoint' },
    { id: 'finish', name: '', kind: 'finish' },
  ],
  courses: [
    { id: 'half', name: 'Half', visits: [{ point: 'cp1' }] },
    { id: 'ultra', name: 'Ultra', visits: [{ point: 'cp2' }, { point: 'cp3' }] },
  ],
  segments: [],
  distances: [
    { code: 'BB', name: 'Half', course: 'half', segments: [] },
    { code: 'UB', name: 'Ultra', course: 'ultra', segments: [] },
  ],
  waves: [],
  categories: {
    ageOn: { rule: 'race-day' },
    table: [
      { code: 'F-SNR', sexes: ['F'], to: 39 },
      { code: 'F40', sexes: ['F'], from: 40 },
      { code: 'M-SNR', sexes: ['M'] },
    ],
  },
  prizes: [],
  teams: [{ name: 'Women', sexes: ['F'], count: 3, by: 'place', perClub: 1 }],
};
const NOTHING: SetupImpact = {
  events: {},
  loseCategory: { count: 0, first: [] },
  newCategories: { count: 0, first: [] },
  withoutDistance: { count: 0, first: [] },
};

/** Opens a part of the setup. */
async function openSetup(part: string, isTemplate = false): Promise<OpenScreen> {
  const opened = await openScreen(`/racesetup?part=${part}`, {
    prepare: (wire) => {
      wire.answer('GET /setup', { setup: USUAL, isTemplate });
      wire.answer('POST /setup/preview', NOTHING);
      acceptSetup(wire);
    },
  });
  await screen.findByLabelText('Parts of the race');
  const press = async (name: string): Promise<void> => opened.user.click(await findButton(name));
  return { ...opened, press };
}

function acceptSetup(wire: FakeWire): void {
  wire.answer('PUT /setup', ({ body }) => {
    const saved = { setup: body.setup, isTemplate: false };
    wire.answer('GET /setup', saved);
    return saved;
  });
}

const sentLast = (wire: FakeWire): RaceSetup | undefined =>
  wire.sent('PUT /setup').at(-1)?.body.setup;
const listRows = (title: string): HTMLElement[] =>
  [...screen.getByLabelText(title, { selector: 'ol' }).children] as HTMLElement[];
const nameOf = (row: HTMLElement): string | undefined =>
  row
    .querySelector('[aria-label^="Remove: "]')
    ?.getAttribute('aria-label')
    ?.slice('Remove: '.length);
const nameRows = (title: string) => listRows(title).map(nameOf);
const rowOf = (title: string, name: string): HTMLElement => {
  const row = listRows(title).find((each) => nameOf(each) === name);
  if (!row) throw new Error(`no row ${name}`);
  return row;
};

const findDialog = (name: string) => screen.findByRole('dialog', { name });

/** The button of this name or text. */
const findButton = (name: string): Promise<HTMLElement> =>
  findIdle(() => {
    const all = [...document.querySelectorAll('button')];
    const found = all.find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
    );
    if (!found) throw new Error(`no button ${name}`);
    return found;
  });
const entryOf = (part: string): HTMLElement =>
  within(screen.getByLabelText('Parts of the race')).getByRole('button', {
    name: new RegExp(`^${part}`),
  });

/** Saves, and confirms the question. */
async function save(press: OpenScreen['press']): Promise<void> {
  await press('Save…');
  await findDialog('Save the race?');
  await press('Save');
  await expectNoDialog();
}

test('a template is chosen, edited, corrected and saved after its effect was shown', async () => {
  const { wire, press, fill, user } = await openSetup('distances', true);
  screen.getByText(/This race is not set up yet/);
  const fell = await loadTemplate('fell-race');
  await press('Start from: Fell race');
  await fill('Name', 'Râs y Garn');
  await fill('Time limit', 'three hours');
  await screen.findByText('Write this time as HH:MM:SS, such as 01:30:00.');
  expect(entryOf('Distances').textContent).toBe('Distanceschanged1 fault');
  await user.click(entryOf('Points'));
  await press('Save…');
  await waitFor(() => expect(focusedLabel()).toBe('Time limit'));
  expect(wire.sent('POST /setup/preview')).toEqual([]);

  await fill('Time limit', '3:00:00');
  wire.answer('POST /setup/preview', {
    ...NOTHING,
    events: {
      UB: {
        before: { racing: 2, finished: 1, dnf: 0 },
        after: { racing: 2, finished: 0, dnf: 0 },
        moved: 0,
      },
    },
  });
  await press('Save…');
  const dialog = await findDialog('Save the race?');
  within(dialog).getByText('Ultra: 1 finisher would become 0.');
  await press('Save');
  await screen.findByText('The race is saved.');
  const [sent] = wire.sent('PUT /setup');
  expect(writeRaceSetup(sent?.body.was ?? USUAL)).toBe(writeRaceSetup(USUAL));
  const [distance] = sent?.body.setup.distances ?? [];
  expect(distance).toMatchObject({ name: 'Râs y Garn', limit: '03:00:00' });
  expect(sent?.body.setup.template).toBe(fell?.template);
});

test('runners without a distance block saving', async () => {
  const { wire, press, fill } = await openSetup('teams');
  await fill('Name', 'Menywod');
  wire.answer('POST /setup/preview', {
    ...NOTHING,
    withoutDistance: { count: 1, first: [{ bibNumber: '7', name: 'Aoife O’Brien' }] },
  });
  await press('Save…');
  const dialog = await findDialog('Save the race?');
  await within(dialog).findByText(/^1 runner would be without a distance: 7 Aoife O’Brien\./);
  expect(await findButton('Save')).toHaveProperty('disabled', true);
});

test('a row is moved by its buttons, which keep the focus', async () => {
  const { wire, user, press } = await openSetup('points');
  const up = screen.getByLabelText('Move up: cp2');
  await user.click(up);
  await waitFor(() => expect(nameRows('Points').slice(1, 3)).toEqual(['cp2', 'cp1']));
  screen.getByText('cp2 is 2 of 5 now.');
  expect(document.activeElement).toBe(up);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(nameRows('Points')[0]).toBe('cp2'));
  // It is the first row now.
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(up);
  await press('Move down: cp2');
  await save(press);
  expect(sentLast(wire)?.points.map(({ id }) => id)).toEqual([
    'start',
    'cp2',
    'cp1',
    'cp3',
    'finish',
  ]);
});

test('references follow a point’s new id; those to a removed point are faults', async () => {
  const { wire, user, press } = await openSetup('points');
  const id = within(rowOf('Points', 'cp2')).getByLabelText<HTMLInputElement>('Code');
  await user.clear(id);
  // Letters: digits followed by Enter would count as a read of a wristband.
  await user.type(id, 'top{Enter}');
  await waitFor(() => expect(nameRows('Points')).toContain('top'));
  await press('Remove: cp1');
  await press('Save…');
  await waitFor(() => expect(focusedLabel()).toBe('Point'));
  screen.getByText(/^There is no checkpoint .cp1/);
  await press('Remove: cp1');
  await save(press);
  const sent = sentLast(wire);
  expect(sent?.courses.map(({ visits }) => visits.map(({ point }) => point))).toEqual([
    [],
    ['top', 'cp3'],
  ]);
});

test('the length of a lap gives each visit its distance', async () => {
  const { wire, press, user } = await openSetup('courses');
  const ultra = rowOf('Courses', 'Ultra');
  await user.click(within(ultra).getByText('Ultra'));
  expect(within(ultra).queryByLabelText('Length of each lap (m)')).toBeNull();
  for (const point of within(ultra).getAllByLabelText('Point')) {
    await user.selectOptions(point, 'cp2');
  }
  const lap = within(ultra).getByLabelText<HTMLInputElement>('Length of each lap (m)');
  const secondAt = () =>
    within(ultra).getAllByLabelText<HTMLInputElement>('From the start (m)')[1] as HTMLInputElement;
  const typeLap = async (): Promise<void> => {
    await user.type(lap, '3000');
    await expect.poll(() => lap.value).toBe('3000');
    expect(secondAt().value).not.toBe('6000');
    await user.tab();
    await expect.poll(() => secondAt().value).toBe('6000');
  };
  await typeLap();
  await user.type(secondAt(), '0');
  // Out and back, its two visits are no laps.
  await expect.poll(() => lap.value).toBe('');
  await typeLap();
  await save(press);
  expect(sentLast(wire)?.courses[1]?.visits.map(({ atM }) => atM)).toEqual([3_000, 6_000]);
});

test('a category has its own day, and each without a prize gets one', async () => {
  const { wire, press, user } = await openSetup('categories');
  await user.type(within(rowOf('Categories', 'F40')).getByLabelText('Own age day'), '01-01');
  await user.click(entryOf('Prizes'));
  await press('Add one for each category without a prize');
  expect(nameRows('Prizes')).toEqual(['First F-SNR', 'First F40', 'First M-SNR']);
  await save(press);
  const sent = sentLast(wire);
  expect(sent?.categories.table[1]).toMatchObject({ code: 'F40', ageDay: '01-01' });
  expect(sent?.prizes[1]).toMatchObject({ name: 'First F40', categories: ['F40'] });
});

test('an own save is not taken for one of another organiser', async () => {
  const { wire, press, fill } = await openSetup('teams');
  await fill('Name', 'Menywod');
  await save(press);
  // Nothing has been pushed.
  expect(wire.sent('GET /setup')).toHaveLength(1);
  await fill('Name', 'Merched');
  await save(press);
  expect(wire.sent('PUT /setup').at(-1)?.body.was.teams[0]?.name).toBe('Menywod');
});

test('another organiser’s save is shown in unchanged parts; for parts changed by both it asks', async () => {
  const { wire, press, fill, user } = await openSetup('teams');
  await fill('Name', 'Menywod');
  await user.click(entryOf('Prizes'));
  await press('Add a prize');
  const theirs: RaceSetup = {
    ...USUAL,
    points: USUAL.points.map((point) =>
      point.id === 'cp1' ? { id: 'cp1', name: 'Mynydd Caregog', kind: 'checkpoint' } : point,
    ),
    prizes: [{ name: 'Cwpan', places: 1, isExclusive: true }],
  };
  wire.answer('GET /setup', { setup: theirs, isTemplate: false });
  const refusal = 'Nothing was saved. Another organiser was first.';
  wire.answer('PUT /setup', new WireAnswer(409, { error: refusal }));
  await press('Save…');
  await press('Save');
  await expectNoDialog();
  // Alone: it says already that nothing was saved.
  expect((await screen.findByText(refusal)).closest('[role=alert]')?.textContent).toBe(refusal);
  await screen.findByText('Another organiser has saved Prizes.');
  const button = await findButton('Save…');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await press('Take theirs: Prizes');
  await waitFor(() => expect(nameRows('Prizes')).toEqual(['Cwpan']));
  acceptSetup(wire);
  await save(press);
  const sent = wire.sent('PUT /setup').at(-1)?.body;
  expect(sent?.was.prizes).toEqual(theirs.prizes);
  expect(sent?.setup).toMatchObject({ prizes: theirs.prizes, points: theirs.points });
  expect(sent?.setup.teams[0]?.name).toBe('Menywod');
});

test('a setup saved by another organiser while the question is open is not overwritten', async () => {
  const { wire, press, fill } = await openSetup('teams');
  await fill('Name', 'Menywod');
  await press('Save…');
  await findDialog('Save the race?');
  const theirs: RaceSetup = { ...USUAL, prizes: [{ name: 'Cwpan', places: 1, isExclusive: true }] };
  wire.answer('GET /setup', { setup: theirs, isTemplate: false });
  wire.push('config', present({ setup: writeRaceSetup(theirs) }));
  await waitFor(() => expect(wire.sent('GET /setup')).toHaveLength(2));
  wire.answer('PUT /setup', new WireAnswer(409, { error: 'Changed.' }));
  await press('Save');
  await expectNoDialog();
  expect(wire.sent('PUT /setup').at(-1)?.body.was).toEqual(USUAL);
  acceptSetup(wire);
  await save(press);
  expect(sentLast(wire)).toMatchObject({ prizes: theirs.prizes, teams: [{ name: 'Menywod' }] });
});
