import type { Right } from '#shared/wire/rights.ts';
import { ORGANISERS_SCREENS, findScreen } from '#shared/wire/screens.ts';

export interface OrganisersScreen {
  readonly path: string;
  /** Its name in the bar, in the menu, and where nothing longer is used. */
  readonly name: string;
  /** The heading and the title of the browser's tab, where it says more than the name. */
  readonly heading?: string;
  /** The link in the Tools menu (SCREENS.md SO3); without it the screen is not in the menu. */
  readonly menuLink?: string;
  /** The screen whose entry in the bar stands for this one, if it has no entry itself. */
  readonly under?: string;
  /** The right to use it; without it every organiser may. */
  readonly needs?: Right;
}

/** Every organisers' screen, in the order of bar and menu (SCREENS.md SO13). */
export const SCREENS = {
  registration: {
    path: ORGANISERS_SCREENS.registration,
    name: 'Registration',
    menuLink: 'Admin Home',
  },
  changes: {
    path: ORGANISERS_SCREENS.changes,
    name: 'Changes',
    under: ORGANISERS_SCREENS.registration,
    needs: 'changes:see',
  },
  control: { path: ORGANISERS_SCREENS.control, name: 'Control' },
  rollcall: { path: ORGANISERS_SCREENS.rollcall, name: 'Roll-call' },
  missing: {
    path: ORGANISERS_SCREENS.missing,
    name: 'Missing',
    heading: 'Missing Runners',
    menuLink: 'MIA',
  },
  reads: { path: ORGANISERS_SCREENS.reads, name: 'Reads' },
  desk: { path: ORGANISERS_SCREENS.desk, name: 'Desk', heading: 'Results desk' },
  prizes: {
    path: ORGANISERS_SCREENS.prizes,
    name: 'Prizes',
    heading: 'Prize sheet',
    under: ORGANISERS_SCREENS.desk,
  },
  config: {
    path: ORGANISERS_SCREENS.config,
    name: 'Config',
    menuLink: 'Config',
    needs: 'race:run',
  },
  setup: {
    path: ORGANISERS_SCREENS.setup,
    name: 'Race',
    heading: 'Race setup',
    under: ORGANISERS_SCREENS.config,
    needs: 'race:run',
  },
  import: {
    path: ORGANISERS_SCREENS.import,
    name: 'Import',
    menuLink: 'Import',
    needs: 'race:run',
  },
  files: {
    path: ORGANISERS_SCREENS.files,
    name: 'Files',
    heading: 'Files for federations',
    menuLink: 'Files',
    under: ORGANISERS_SCREENS.control,
    needs: 'personal:see',
  },
  health: {
    path: ORGANISERS_SCREENS.health,
    name: 'Health',
    under: ORGANISERS_SCREENS.control,
    needs: 'race:run',
  },
  logo: { path: ORGANISERS_SCREENS.logo, name: 'Logo', menuLink: 'Upload Logo', needs: 'race:run' },
  background: {
    path: ORGANISERS_SCREENS.background,
    name: 'Background',
    menuLink: 'Upload Background',
    needs: 'race:run',
  },
  organisers: { path: ORGANISERS_SCREENS.organisers, name: 'Organisers', needs: 'accounts:manage' },
} as const satisfies Readonly<Record<string, OrganisersScreen>>;

/** The screens that somebody may use; all of them where nobody is signed in. */
export function listScreens(may?: (right: Right) => boolean): readonly OrganisersScreen[] {
  return Object.values<OrganisersScreen>(SCREENS).filter(
    ({ needs }) => !needs || !may || may(needs),
  );
}

/** The entry of the bar for the screen at an address, also where somebody may not use that screen. */
export function findBarPath(pathname: string): string | undefined {
  const name = findScreen(pathname)?.name;
  const [, open] = Object.entries<OrganisersScreen>(SCREENS).find(([key]) => key === name) ?? [];
  return open?.under ?? open?.path;
}
