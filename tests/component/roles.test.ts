import { screen, within, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { type Role, hasRight, ROLES } from '#shared/wire/auth-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildReport } from '#tests/client/support/build-report.ts';
import { ROLE_NAMES } from '#client/organisers/texts/role-names.ts';
import { AREAS, type OrganisersScreen, SCREENS } from '#client/ui/organisers-screens.ts';

import { findNews } from './support/on-screen.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';
import { refuse, WireAnswer } from './support/fake-wire.ts';

const NAMES = { runnerId: 'r1', firstName: 'Mair', lastName: 'Ellis', event: 'PB' };
const NUMBERS = { raceNumber: '7', bibNumber: '306' };
const reports = [buildReport('r1', { kind: 'note', atMs: 1 })];
const MAIR = buildAdminRunner({ ...NAMES, ...NUMBERS, reports });

async function open(path: string, role: Role): Promise<OpenScreen> {
  setClock(Date.UTC(2026, 5, 20, 12));
  const opened = await openScreen(path, {
    runners: [MAIR],
    role,
    config: { raceStart: '2026-06-20-10-00-00' },
    prepare: (wire) =>
      wire.answer('GET /apiadmin/reads', () => ({ ...wire.head, count: 0, reads: [], next: null })),
  });
  opened.wire.pushMissing({
    resultData: ['r1'],
    scannedNumberNoRunners: [{ bandID: '900', scans: 1, lastPoint: 'cp2', lastTime: 1 }],
    toCheck: { count: 1, runners: [{ runnerId: 'r1', reasons: [{ kind: 'no-start' }] }] },
  });
  return opened;
}

/** The names of the screen's controls, without the frame. */
const namesOf = (): string[] =>
  within(screen.getByRole('main'))
    .queryAllByRole<HTMLButtonElement>('button')
    .filter(({ disabled }) => !disabled)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

const LOOKS: Readonly<Record<string, RegExp>> = {
  '/admin': /New Runner|^Edit /,
  '/missing': /Dismiss|Ignore|^Edit |^900/,
  '/rollcall': /Sign off/,
  '/desk?runner=r1': /^(Seen|Retired|Note|Time by hand)…|Take back/,
  '/control': /I’m on it|Ignore|Line |Passes|Start/,
};

test.each(Object.entries(LOOKS))(
  '[SO14] %s has nothing that changes anything for a viewer',
  async (path, changing) => {
    await open(path, 'registration');
    await expect.poll(() => namesOf().filter((name) => changing.test(name))).not.toEqual([]);
    document.body.replaceChildren();
    await open(path, 'viewer');
    await expect.poll(() => screen.queryByText('Loading...')).toBeNull();
    expect(namesOf().filter((name) => changing.test(name))).toEqual([]);
  },
);

test('[SO14] medical reports from the roll-call, and decides nothing else', async () => {
  const { user } = await open('/rollcall?find=306', 'medical');
  await user.click(await screen.findByRole('button', { name: /^Open Mair Ellis/ }));
  await screen.findByRole('button', { name: 'Retired…' });
  expect(namesOf().filter((name) => /^Time by hand|Sign off|Set \d/.test(name))).toEqual([]);
  screen.getByRole('button', { name: 'Seen…' }).focus();
  await user.keyboard('t');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[SO14 AC20] a form without a field does not send its value', async () => {
  const { user, wire, fill, press } = await open('/admin', 'results');
  await user.click(await screen.findByRole('button', { name: 'Edit Mair Ellis' }));
  const form = within(await screen.findByRole('form'));
  expect(form.queryByLabelText('Medical note')).toBeNull();
  wire.acceptSave({ ...MAIR, mobileNumber: '07700 900001', rev: MAIR.rev + 1 });
  await fill('Phone', '07700 900001');
  await press('Submit');
  await findNews(/^Saved: Mair Ellis/);
  const details = { mobileNumber: '07700 900001' };
  expect(wire.sent('POST /api').map(({ body }) => body)).toMatchObject([{ details }]);
  expect(JSON.stringify(wire.sent('POST /api'))).not.toContain('medicalNote');
});

const ALL = Object.values<OrganisersScreen>(SCREENS);

const findLinks = (name: string): HTMLElement[] => {
  const nav = screen.queryByRole('navigation', { name });
  return nav ? within(nav).getAllByRole('link') : [];
};
const findInBar = (): HTMLElement[] => findLinks('Screens');
/** Without the number after it. */
const nameOfLink = ({ firstChild }: HTMLElement): string | null | undefined =>
  firstChild?.textContent;
const findOpen = (links: readonly HTMLElement[]) =>
  links.filter((link) => link.hasAttribute('aria-current')).map(nameOfLink);

const FOR_ALL = ['Registration', 'Control', 'Roll-call', 'Results'];
const BARS: Readonly<Record<Role, readonly string[]>> = {
  viewer: FOR_ALL,
  medical: FOR_ALL,
  registration: FOR_ALL,
  results: FOR_ALL,
  director: [...FOR_ALL, 'Setup'],
  admin: AREAS,
};

test.each(ROLES)(
  '[SO13] %s has a bar with the areas they may use, and a message elsewhere',
  async (role) => {
    const refused = ALL.filter(({ needs }) => needs && !hasRight(role, needs));
    await openScreen('/missing', { role });
    await waitFor(() => expect(findInBar().map(nameOfLink)).toEqual(BARS[role]));
    for (const screenFor of refused) {
      document.body.replaceChildren();
      await openScreen(screenFor.path, { role });
      await screen.findByText(
        new RegExp(`^This screen is not for the role ${ROLE_NAMES[role]}\\.`),
      );
      expect(document.querySelector('main form, main table, main input')).toBeNull();
      expect(screen.queryByRole('link', { name: 'Changes' })).toBeNull();
      expect(findInBar().map(nameOfLink)).toEqual(BARS[role]);
      expect(findOpen(findInBar())).toEqual(BARS[role].filter((name) => name === screenFor.area));
    }
  },
);

test('[SO13] a screen has one name in its area, heading, browser tab and menu', async () => {
  const { user } = await openScreen('/changes', {
    prepare: (wire) => {
      wire.answer('GET /apiadmin/changes', []);
      wire.answer('GET /backups', []);
      wire.answer('GET /chips', new WireAnswer(200, 'code,band\n'));
      wire.answer('GET /apiadmin/reads', () => ({ ...wire.head, count: 0, reads: [], next: null }));
      wire.answer('GET /organisers', []);
      wire.answer('GET /scanners', { runs: true, networks: [], readers: [] });
      const notNow = refuse(503, { error: 'Not now.' });
      for (const call of ['GET /health/state', 'GET /setup'] as const) {
        wire.answer(call, notNow);
      }
    },
  });
  expect(findInBar().map(nameOfLink)).toEqual(AREAS);
  for (const [index, area] of AREAS.entries()) {
    await user.click(findInBar()[index] as HTMLElement);
    const screens = ALL.filter((one) => one.area === area);
    for (const [at, { name, heading = name }] of screens.entries()) {
      const tab = findLinks(area)[at];
      if (tab) await user.click(tab);
      await screen.findByRole('heading', { name: heading, level: 1 });
      await waitFor(() => expect(document.title).toBe(heading));
      expect(findOpen(findInBar())).toEqual([area]);
      expect(findOpen(findLinks(area))).toEqual(screens.length > 1 ? [name] : []);
    }
  }
});
