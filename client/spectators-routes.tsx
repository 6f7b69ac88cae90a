import type { ComponentType, ReactNode } from 'react';
import { Outlet, Route, useLocation, useParams } from 'react-router-dom';

import { ResultsPage } from './features/results/ResultsPage.tsx';
import { SPECTATORS_SCREENS, findScreen } from '#shared/wire/screens.ts';
import { type Deferred, createDeferred } from './ui/deferred.tsx';
import { KeptScreen } from './ui/KeptScreen.tsx';

function defer<Props extends object>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  return createDeferred(load, { isWhole: true });
}

const Board = defer(async () => (await import('./features/board/BoardPage.tsx')).BoardPage);
const Race = defer(async () => (await import('./features/race/RacePage.tsx')).RacePage);
const Runner = defer(async () => (await import('./features/runner/RunnerPage.tsx')).RunnerPage);
const Certificate = defer(
  async () => (await import('./features/runner/CertificatePage.tsx')).CertificatePage,
);
const Corrections = defer(
  async () => (await import('./features/corrections/CorrectionsPage.tsx')).CorrectionsPage,
);
const Tables = defer(async () => (await import('./features/tables/TablesPage.tsx')).TablesPage);

const Commentary = defer(
  async () => (await import('./features/commentary/CommentaryPage.tsx')).CommentaryPage,
);

/** Loads the components of a screen that the server has rendered, before the page is shown. */
export async function loadRenderedScreen(pathname: string): Promise<void> {
  const name = findScreen(pathname)?.name;
  if (name === 'runner') await Runner.load();
  else if (name === 'tables') await Tables.load();
  else if (name === 'commentary') await Commentary.load();
}

/** The results stay mounted below these screens, to return to where they were left. */
const OVER_RESULTS: ReadonlySet<string | undefined> = new Set([
  'runner',
  'certificate',
  'tables',
  'race',
  'corrections',
]);

/** The spectators' screens other than the results. */
export const SPECTATORS_ROUTES = (
  <>
    <Route path={SPECTATORS_SCREENS.results} element={null} />
    <Route path={SPECTATORS_SCREENS.commentary} element={<Commentary.Component />} />
    <Route path={SPECTATORS_SCREENS.race} element={<Race.Component />} />
    <Route path={SPECTATORS_SCREENS.board} element={<Board.Component />} />
    <Route path={SPECTATORS_SCREENS.runner} element={<ForRunner Screen={Runner.Component} />} />
    <Route
      path={SPECTATORS_SCREENS.certificate}
      element={<ForRunner Screen={Certificate.Component} />}
    />
    <Route path={SPECTATORS_SCREENS.corrections} element={<Corrections.Component />} />
    <Route path={SPECTATORS_SCREENS.tables} element={<Tables.Component />} />
  </>
);

interface AboutRunner {
  /** The id or the bib in the address. */
  readonly idOrBib: string;
}

/** Keyed by runner, so that another runner is another screen. */
function ForRunner({ Screen }: { readonly Screen: ComponentType<AboutRunner> }): ReactNode {
  const { asked = '' } = useParams();
  return <Screen key={asked} idOrBib={asked} />;
}

/** The screen of the address. The results are part of the first load. */
export function SpectatorsScreens(): ReactNode {
  const { pathname } = useLocation();
  const name = findScreen(pathname)?.name;
  return (
    <>
      <KeptScreen isShown={name === 'results'} isKept={OVER_RESULTS.has(name)}>
        <ResultsPage />
      </KeptScreen>
      <Outlet />
    </>
  );
}
