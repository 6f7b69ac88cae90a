import type { ComponentType, ReactNode } from 'react';
import { Route, Switch } from 'wouter';

import { createDeferred } from './ui/deferred.tsx';

interface AroundProps {
  readonly children: ReactNode;
}

/** Around all of them; see there. */
const Area = createDeferred<AroundProps>(
  async () => (await import('./organisers/OrganisersArea.tsx')).OrganisersArea,
  { isWhole: true },
).Component;

/** Around all but the login. */
const Frame = createDeferred<AroundProps>(
  async () => (await import('./organisers/frame/OrganisersFrame.tsx')).OrganisersFrame,
  { isWhole: true },
).Component;

const Login = createDeferred(
  async () => (await import('./features/sign-in/LoginPage.tsx')).LoginPage,
  { isWhole: true },
).Component;

/** The organisers' screens; spectators fetch nothing of them. */
const SCREENS = Object.entries<() => Promise<ComponentType>>({
  '/admin': async () => (await import('./features/registration/AdminPage.tsx')).AdminPage,
  '/missing': async () => (await import('./features/missing/MissingPage.tsx')).MissingPage,
  '/import': async () => (await import('./features/import/ImportPage.tsx')).ImportPage,
  '/imageuploadlogo': async () => (await import('./features/pictures/PictureScreen.tsx')).LogoPage,
  '/imageuploadbg': async () =>
    (await import('./features/pictures/PictureScreen.tsx')).BackgroundPage,
  '/conf': async () => (await import('./features/settings/ConfigPage.tsx')).ConfigPage,
  '/changes': async () => (await import('./features/changes/ChangesPage.tsx')).ChangesPage,
  '/accounts': async () => (await import('./features/accounts/AccountsPage.tsx')).AccountsPage,
}).map(([path, load]) => ({ path, Screen: createDeferred(load).Component }));

/** The addresses of all of them in one, so that what is around them stays from one to the next. */
export const ORGANISERS_PATHS = new RegExp(
  `^(${['/login', ...SCREENS.map(({ path }) => path)].join('|')})/?$`,
  'i',
);

/** The screen at an address of theirs, and what is around it. */
export function OrganisersScreens(): ReactNode {
  return (
    <Area>
      <Switch>
        <Route path="/login">
          <Login />
        </Route>
        <Route>
          <Frame>
            <Switch>
              {SCREENS.map(({ path, Screen }) => (
                <Route key={path} path={path}>
                  <Screen />
                </Route>
              ))}
            </Switch>
          </Frame>
        </Route>
      </Switch>
    </Area>
  );
}
