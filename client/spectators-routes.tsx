import type { ComponentType, ReactNode } from 'react';
import { Route, Switch, useLocation } from 'wouter';

import { ResultsPage } from './features/results/ResultsPage.tsx';
import { createDeferred } from './ui/deferred.tsx';
import { KeptScreen } from './ui/KeptScreen.tsx';

function defer<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return createDeferred(load, { name: ({ problem }) => problem.screen, isWhole: true }).Component;
}

const Board = defer(async () => (await import('./features/board/BoardPage.tsx')).BoardPage);
const Runner = defer(async () => (await import('./features/runner/RunnerPage.tsx')).RunnerPage);
const Certificate = defer(
  async () => (await import('./features/runner/CertificatePage.tsx')).CertificatePage,
);
const Tables = defer(async () => (await import('./features/tables/TablesPage.tsx')).TablesPage);

const Commentary = defer(
  async () => (await import('./features/commentary/CommentaryPage.tsx')).CommentaryPage,
);

/** The addresses of all of them in one, so that the race and the language stay from one to the next. */
export const SPECTATORS_PATHS =
  /^\/(?:board|runner\/[^/]+(?:\/certificate)?|commentary|tables)?\/?$/i;

/** From these one comes back to the results as one left them. */
const OVER_RESULTS = /^\/(?:runner\/|tables)/i;

/** The screens of spectators. The results come with the page and stay under the others. */
export function SpectatorsScreens(): ReactNode {
  const [pathname] = useLocation();
  return (
    <>
      <KeptScreen isShown={pathname === '/'} isKept={OVER_RESULTS.test(pathname)}>
        <ResultsPage />
      </KeptScreen>
      <Switch>
        <Route path="/commentary">
          <Commentary />
        </Route>
        <Route path="/board">
          <Board />
        </Route>
        <Route path="/runner/:asked">{({ asked }) => <Runner key={asked} asked={asked} />}</Route>
        <Route path="/runner/:asked/certificate">
          {({ asked }) => <Certificate key={asked} asked={asked} />}
        </Route>
        <Route path="/tables">
          <Tables />
        </Route>
      </Switch>
    </>
  );
}
