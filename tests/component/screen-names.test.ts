import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { ROLE_NAMES } from '#client/organisers/texts/role-names.ts';
import { hasRight, type Role, ROLES } from '#shared/wire/auth-api.ts';
import { AREAS, type OrganisersScreen, SCREENS } from '#client/ui/organisers-screens.ts';

import { refuse, WireAnswer } from './support/fake-wire.ts';
import { openScreen } from './support/open-screen.tsx';

const ALL = Object.values<OrganisersScreen>(SCREENS);

const findLinks = (name: string): HTMLElement[] => {
  const nav = screen.queryByRole('navigation', { name });
  return nav ? within(nav).getAllByRole('link') : [];
};
const findInBar = (): HTMLElement[] => findLinks('Screens');
/** Without the number after it. */
const nameOf = ({ firstChild }: HTMLElement): string | null | undefined => firstChild?.textContent;
const findOpen = (links: readonly HTMLElement[]) =>
  links.filter((link) => link.hasAttribute('aria-current')).map(nameOf);

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
    await waitFor(() => expect(findInBar().map(nameOf)).toEqual(BARS[role]));
    for (const screenFor of refused) {
      document.body.replaceChildren();
      await openScreen(screenFor.path, { role });
      await screen.findByText(
        new RegExp(`^This screen is not for the role ${ROLE_NAMES[role]}\\.`),
      );
      expect(document.querySelector('main form, main table, main input')).toBeNull();
      expect(screen.queryByRole('link', { name: 'Changes' })).toBeNull();
      expect(findInBar().map(nameOf)).toEqual(BARS[role]);
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
      wire.answer('GET /backups/present', { runners: 0, scans: 0, bands: 0 });
      wire.answer('GET /apiadmin/reads', () => ({ ...wire.head, count: 0, reads: [], next: null }));
      wire.answer('GET /organisers', []);
      wire.answer('GET /scanners', { runs: true, networks: [], readers: [] });
      const notNow = refuse(503, { error: 'Not now.' });
      for (const call of ['GET /health/state', 'GET /exports', 'GET /setup'] as const) {
        wire.answer(call, notNow);
      }
    },
  });
  expect(findInBar().map(nameOf)).toEqual(AREAS);
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

  await user.click(screen.getByRole('button', { name: /^Tools/ }));
  await expect
    .poll(() =>
      screen
        .queryAllByRole('menuitem')
        .map((entry) => [entry.textContent, entry.getAttribute('aria-description')]),
    )
    .toEqual([
      ['Admin Home', 'Registration'],
      ['MIA', 'Missing'],
      ['Config', null],
      ['Import', null],
      ['Files', null],
      ['Upload Logo', null],
      ['Upload Background', null],
    ]);
});
