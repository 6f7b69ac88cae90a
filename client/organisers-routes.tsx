import './ui/styles/organisers.css';

import type { ComponentType, ReactNode } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';

import { OrganisersArea } from './organisers/OrganisersArea.tsx';
import { TextsProvider } from './spectators/TextsProvider.tsx';
import { createDeferred } from './ui/deferred.tsx';
import { NoSuchPage } from './ui/ProblemScreen.tsx';
import { ORGANISERS_SCREENS, type OrganisersScreen } from '#shared/wire/screens.ts';

/** Wraps all screens except the login. */
const Frame = createDeferred<{ readonly children: ReactNode }>(
  async () => (await import('./organisers/frame/OrganisersFrame.tsx')).OrganisersFrame,
  { isWhole: true },
).Component;

const Login = createDeferred(
  async () => (await import('./features/sign-in/LoginPage.tsx')).LoginPage,
  { isWhole: true },
).Component;

const LOADERS: Readonly<Record<Exclude<OrganisersScreen, 'login'>, () => Promise<ComponentType>>> =
  {
    registration: async () =>
      (await import('#client/features/runners/RegistrationPage.tsx')).RegistrationPage,
    control: async () => (await import('./features/control/ControlPage.tsx')).ControlPage,
    rollcall: async () =>
      (await import('#client/features/runners/roll-call/RollCallPage.tsx')).RollCallPage,
    missing: async () => (await import('#client/features/runners/MissingPage.tsx')).MissingPage,
    reads: async () => (await import('./features/reads/ReadsPage.tsx')).ReadsPage,
    desk: async () => (await import('#client/features/runners/DeskPage.tsx')).DeskPage,
    prizes: async () => (await import('./features/prizes/PrizesPage.tsx')).PrizesPage,
    import: async () => (await import('./features/import/ImportPage.tsx')).ImportPage,
    files: async () => (await import('./features/files/FilesPage.tsx')).FilesPage,
    health: async () => (await import('./features/health/HealthPage.tsx')).HealthPage,
    logo: async () => (await import('./features/pictures/PictureScreen.tsx')).LogoPage,
    background: async () => (await import('./features/pictures/PictureScreen.tsx')).BackgroundPage,
    config: async () => (await import('./features/settings/ConfigPage.tsx')).ConfigPage,
    setup: async () => (await import('./features/setup/SetupPage.tsx')).SetupPage,
    readers: async () => (await import('./features/readers/ReadersPage.tsx')).ReadersPage,
    changes: async () => (await import('./features/changes/ChangesPage.tsx')).ChangesPage,
    organisers: async () => (await import('./features/accounts/AccountsPage.tsx')).AccountsPage,
  };
const SCREENS = Object.entries(LOADERS).map(([name, load]) => ({
  path: ORGANISERS_SCREENS[name as OrganisersScreen],
  Screen: createDeferred(load).Component,
}));

/** The organisers' screens, and the page for unknown addresses; spectators load neither. */
export function OtherScreens(): ReactNode {
  return (
    <Routes>
      <Route
        element={
          <OrganisersArea>
            <Outlet />
          </OrganisersArea>
        }
      >
        <Route path={ORGANISERS_SCREENS.login} element={<Login />} />
        <Route
          element={
            <Frame>
              <Outlet />
            </Frame>
          }
        >
          {SCREENS.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Route>
      </Route>
      <Route
        path="*"
        element={
          <TextsProvider>
            <NoSuchPage />
          </TextsProvider>
        }
      />
    </Routes>
  );
}
