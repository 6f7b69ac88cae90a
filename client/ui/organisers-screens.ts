import type { Right } from '#shared/wire/auth-api.ts';
import { ORGANISERS_SCREENS, findScreen } from '#shared/wire/screens.ts';

/** The entries of the bar, by task (SCREENS.md SO13). */
export const AREAS = [
  'Registration',
  'Control',
  'Roll-call',
  'Results',
  'Setup',
  'Organisers',
] as const;
export type Area = (typeof AREAS)[number];

interface Description {
  /** In the tabs of its area and in the menu. */
  readonly name: string;
  /** The heading and browser tab title, if longer than the name. */
  readonly heading?: string;
  /** The entry of the bar that leads to it. */
  readonly area: Area;
  /** The link in the Tools menu; without it the screen is not in the menu. */
  readonly menuLink?: string;
  /** The required right; without it every organiser may. */
  readonly needs?: Right;
}

export interface OrganisersScreen extends Description {
  readonly path: string;
}

type Name = Exclude<keyof typeof ORGANISERS_SCREENS, 'login'>;

/** In the order of the tabs of each area, and of the links of the menu. */
const DESCRIPTIONS: Readonly<Record<Name, Description>> = {
  registration: { name: 'Registration', area: 'Registration', menuLink: 'Admin Home' },
  changes: { name: 'Changes', area: 'Registration', needs: 'changes:see' },
  control: { name: 'Control', area: 'Control' },
  health: { name: 'Health', area: 'Control', needs: 'race:run' },
  rollcall: { name: 'Roll-call', area: 'Roll-call' },
  missing: { name: 'Missing', heading: 'Missing Runners', area: 'Roll-call', menuLink: 'MIA' },
  desk: { name: 'Desk', heading: 'Results desk', area: 'Results' },
  reads: { name: 'Reads', area: 'Results' },
  prizes: { name: 'Prizes', heading: 'Prize sheet', area: 'Results' },
  setup: { name: 'Race setup', area: 'Setup', needs: 'race:run' },
  config: { name: 'Config', area: 'Setup', menuLink: 'Config', needs: 'race:run' },
  import: { name: 'Import', area: 'Setup', menuLink: 'Import', needs: 'race:run' },
  files: {
    name: 'Files',
    area: 'Results',
    menuLink: 'Files',
    needs: 'personal:see',
  },
  logo: { name: 'Logo', area: 'Setup', menuLink: 'Upload Logo', needs: 'race:run' },
  background: {
    name: 'Background',
    area: 'Setup',
    menuLink: 'Upload Background',
    needs: 'race:run',
  },
  readers: { name: 'Readers', area: 'Setup', needs: 'race:run' },
  organisers: { name: 'Organisers', area: 'Organisers', needs: 'accounts:manage' },
};

export const SCREENS = Object.fromEntries(
  Object.entries(DESCRIPTIONS).map(([name, description]) => [
    name,
    { path: ORGANISERS_SCREENS[name as Name], ...description },
  ]),
) as unknown as Readonly<Record<Name, OrganisersScreen>>;

/** The screens that a user with these rights may use; all of them without `may`. */
export function listScreens(may?: (right: Right) => boolean): readonly OrganisersScreen[] {
  return Object.values(SCREENS).filter(({ needs }) => !needs || !may || may(needs));
}

/** The organisers' screen at an address, whether or not the user may use it. */
export function findOpenScreen(pathname: string): OrganisersScreen | undefined {
  const name = findScreen(pathname)?.name;
  return SCREENS[name as Name];
}
