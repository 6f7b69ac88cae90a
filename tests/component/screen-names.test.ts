import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { ROLE_NAMES } from '#client/organisers/texts/role-names.ts';
import { type Role, ROLES } from '#shared/wire/auth-api.ts';
import { hasRight } from '#shared/wire/rights.ts';
import { type OrganisersScreen, SCREENS } from '#client/ui/organisers-screens.ts';

import { WireAnswer } from './support/fake-wire.ts';
import { openScreen } from './support/open-screen.tsx';

/** Each name in the bar, without the number beside Missing, and the heading of its screen. */
const HEADINGS = [
  ['Registration', 'Registration'],
  ['Control', 'Control'],
  ['Roll-call', 'Roll-call'],
  ['Missing', 'Missing Runners'],
  ['Reads', 'Reads'],
  ['Desk', 'Results desk'],
  ['Config', 'Config'],
  ['Import', 'Import'],
  ['Logo', 'Logo'],
  ['Background', 'Background'],
  ['Organisers', 'Organisers'],
] as const;

const findInBar = (): HTMLElement[] =>
  within(screen.getByRole('navigation', { name: 'Screens' })).getAllByRole('link');
const nameInBar = ({ firstChild }: HTMLElement): string | null | undefined =>
  firstChild?.textContent;

/** The screen that is open has this heading, which the tab has, too, and this name in the bar. */
async function expectOpen(name: string, heading: string): Promise<void> {
  await screen.findByRole('heading', { name: heading, level: 1 });
  await waitFor(() => expect(document.title).toBe(heading));
  const open = findInBar().filter((link) => link.getAttribute('aria-current') === 'page');
  expect(open.map(nameInBar)).toEqual([name]);
}

const FOR_ALL = ['Registration', 'Control', 'Roll-call', 'Missing', 'Reads', 'Desk'];
const FOR_DIRECTORS = [...FOR_ALL, 'Config', 'Import', 'Logo', 'Background'];
const BARS: Readonly<Record<Role, readonly string[]>> = {
  viewer: FOR_ALL,
  medical: FOR_ALL,
  registration: FOR_ALL,
  results: FOR_ALL,
  director: FOR_DIRECTORS,
  admin: [...FOR_DIRECTORS, 'Organisers'],
};

/** The entry of the bar that a screen without its own belongs to. */
function barNameOf({ under }: OrganisersScreen): string | undefined {
  return Object.values<OrganisersScreen>(SCREENS).find(({ path }) => path === under)?.name;
}

test.each(ROLES)(
  '[SO2 SO13] %s has the bar of what they may use, and is told of the rest',
  async (role) => {
    const all = Object.values<OrganisersScreen>(SCREENS);
    const refused = all.filter(({ needs }) => needs && !hasRight(role, needs));
    await openScreen('/missing', { role });
    await waitFor(() => expect(findInBar().map(nameInBar)).toEqual(BARS[role]));
    for (const screenFor of refused) {
      document.body.replaceChildren();
      await openScreen(screenFor.path, { role });
      await screen.findByText(
        new RegExp(`^This screen is not for the role ${ROLE_NAMES[role]}\\.`),
      );
      expect(document.querySelector('main form, main table, main input')).toBeNull();
      expect(screen.queryByRole('link', { name: 'Changes' })).toBeNull();
      expect(findInBar().map(nameInBar)).toEqual(BARS[role]);
      const open = findInBar().filter((link) => link.hasAttribute('aria-current'));
      const bar = BARS[role].filter((name) => name === barNameOf(screenFor));
      expect(open.map(nameInBar)).toEqual(bar);
    }
  },
);

test('[SO13] a screen has one name in bar, heading, tab and menu', async () => {
  const { user } = await openScreen('/changes', {
    prepare: (wire) => {
      wire.answer('GET /apiadmin/changes', []);
      wire.answer('GET /apiadmin/expected', () => ({ ...wire.head, expected: [] }));
      wire.answer('GET /backups', []);
      wire.answer('GET /chips', new WireAnswer(200, 'code,band\n'));
      wire.answer('GET /backups/present', { runners: 0, scans: 0, bands: 0 });
      wire.answer('GET /apiadmin/reads', () => ({ ...wire.head, count: 0, reads: [], next: null }));
      wire.answer('GET /apiadmin/reads/sources', () => ({
        ...wire.head,
        sources: [],
        corrections: [],
        suspicions: [],
      }));
      wire.answer('GET /organisers', []);
    },
  });
  await expectOpen('Registration', 'Changes');
  expect(findInBar().map(nameInBar)).toEqual(HEADINGS.map(([name]) => name));
  for (const [index, [name, heading]] of HEADINGS.entries()) {
    await user.click(findInBar()[index] as HTMLElement);
    await expectOpen(name, heading);
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
