import type { ComponentType, ReactNode } from 'react';
import { Route, Switch } from 'wouter';

import { OrganisersArea } from './organisers/OrganisersArea.tsx';
import { TextsProvider } from './spectators/TextsProvider.tsx';
import { createDeferred } from './ui/deferred.tsx';
import { NoSuchPage } from './ui/ProblemScreen.tsx';

interface AroundProps {
  readonly children: ReactNode;
}

/** Around all but the login. */
const Frame = createDeferred<AroundProps>(
  async () => (await import('./organisers/frame/OrganisersFrame.tsx')).OrganisersFrame,
  { isWhole: true },
).Component;

const Login = createDeferred(
  async () => (await import('./features/sign-in/LoginPage.tsx')).LoginPage,
  { isWhole: true },
).Component;

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
const ORGANISERS_PATHS = new RegExp(
  `^(${['/login', ...SCREENS.map(({ path }) => path)].join('|')})/?$`,
  'i',
);

/** The organisers' screens, and that there is none: of all this spectators fetch nothing. */
export function OtherScreens(): ReactNode {
  return (
    <Switch>
      <Route path={ORGANISERS_PATHS}>
        <OrganisersScreens />
      </Route>
      <Route>
        <TextsProvider>
          <NoSuchPage />
        </TextsProvider>
      </Route>
    </Switch>
  );
}

/** The screen at an address of theirs, and what is around it. */
function OrganisersScreens(): ReactNode {
  return (
    <OrganisersArea>
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
    </OrganisersArea>
  );
}
