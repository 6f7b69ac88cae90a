import type { Right } from '#shared/wire/auth-api.ts';
import { ORGANISERS_SCREENS, findScreen } from '#shared/wire/screens.ts';

export interface OrganisersScreen {
  readonly path: string;
  /** Its name in the tabs of its area, in the menu, and where nothing longer is used. */
  readonly name: string;
  /** The heading and the title of the browser's tab, where it says more than the name. */
  readonly heading?: string;
  /** The entry of the bar that leads to it. */
  readonly area: Area;
  /** The link in the Tools menu; without it the screen is not in the menu. */
  readonly menuLink?: string;
  /** The right to use it; without it every organiser may. */
  readonly needs?: Right;
}

/** The entries of the bar, by what one does (SCREENS.md SO13). */
export const AREAS = [
  'Registration',
  'Control',
  'Roll-call',
  'Results',
  'Setup',
  'Organisers',
] as const;
export type Area = (typeof AREAS)[number];

/** Every organisers' screen: of an area in the order of its tabs, of the menu in that of its links. */
export const SCREENS = {
  registration: {
    path: ORGANISERS_SCREENS.registration,
    name: 'Registration',
    area: 'Registration',
    menuLink: 'Admin Home',
  },
  changes: {
    path: ORGANISERS_SCREENS.changes,
    name: 'Changes',
    area: 'Registration',
    needs: 'changes:see',
  },
  control: { path: ORGANISERS_SCREENS.control, name: 'Control', area: 'Control' },
  health: {
    path: ORGANISERS_SCREENS.health,
    name: 'Health',
    area: 'Control',
    needs: 'race:run',
  },
  rollcall: { path: ORGANISERS_SCREENS.rollcall, name: 'Roll-call', area: 'Roll-call' },
  missing: {
    path: ORGANISERS_SCREENS.missing,
    name: 'Missing',
    heading: 'Missing Runners',
    area: 'Roll-call',
    menuLink: 'MIA',
  },
  desk: {
    path: ORGANISERS_SCREENS.desk,
    name: 'Desk',
    heading: 'Results desk',
    area: 'Results',
  },
  reads: { path: ORGANISERS_SCREENS.reads, name: 'Reads', area: 'Results' },
  prizes: {
    path: ORGANISERS_SCREENS.prizes,
    name: 'Prizes',
    heading: 'Prize sheet',
    area: 'Results',
  },
  setup: {
    path: ORGANISERS_SCREENS.setup,
    name: 'Race setup',
    area: 'Setup',
    needs: 'race:run',
  },
  config: {
    path: ORGANISERS_SCREENS.config,
    name: 'Config',
    area: 'Setup',
    menuLink: 'Config',
    needs: 'race:run',
  },
  import: {
    path: ORGANISERS_SCREENS.import,
    name: 'Import',
    area: 'Setup',
    menuLink: 'Import',
    needs: 'race:run',
  },
  files: {
    path: ORGANISERS_SCREENS.files,
    name: 'Files',
    heading: 'Files for federations',
    area: 'Results',
    menuLink: 'Files',
    needs: 'personal:see',
  },
  logo: {
    path: ORGANISERS_SCREENS.logo,
    name: 'Logo',
    area: 'Setup',
    menuLink: 'Upload Logo',
    needs: 'race:run',
  },
  background: {
    path: ORGANISERS_SCREENS.background,
    name: 'Background',
    area: 'Setup',
    menuLink: 'Upload Background',
    needs: 'race:run',
  },
  readers: {
    path: ORGANISERS_SCREENS.readers,
    name: 'Readers',
    area: 'Setup',
    needs: 'race:run',
  },
  organisers: {
    path: ORGANISERS_SCREENS.organisers,
    name: 'Organisers',
    area: 'Organisers',
    needs: 'accounts:manage',
  },
} as const satisfies Readonly<Record<string, OrganisersScreen>>;

/** The screens that somebody may use; all of them where nobody is signed in. */
export function listScreens(may?: (right: Right) => boolean): readonly OrganisersScreen[] {
  return Object.values<OrganisersScreen>(SCREENS).filter(
    ({ needs }) => !needs || !may || may(needs),
  );
}

/** The organisers' screen at an address, also where somebody may not use it. */
export function findOpenScreen(pathname: string): OrganisersScreen | undefined {
  const name = findScreen(pathname)?.name;
  return Object.entries<OrganisersScreen>(SCREENS).find(([key]) => key === name)?.[1];
}
