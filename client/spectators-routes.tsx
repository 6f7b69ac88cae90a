import type { ComponentType, ReactNode } from 'react';
import { Outlet, Route, useLocation, useParams } from 'react-router-dom';

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

/** From these one comes back to the results as one left them. */
const OVER_RESULTS = /^\/(?:runner\/|tables)/i;

/** The screens of spectators that lie over the results, by address. */
export const SPECTATORS_ROUTES = (
  <>
    <Route path="/" element={null} />
    <Route path="/commentary" element={<Commentary />} />
    <Route path="/board" element={<Board />} />
    <Route path="/runner/:asked" element={<ForRunner Screen={Runner} />} />
    <Route path="/runner/:asked/certificate" element={<ForRunner Screen={Certificate} />} />
    <Route path="/tables" element={<Tables />} />
  </>
);

interface AboutRunner {
  /** The id or the bib in the address. */
  readonly asked: string;
}

/** A screen about the runner of the address: another one is another screen. */
function ForRunner({ Screen }: { readonly Screen: ComponentType<AboutRunner> }): ReactNode {
  const { asked = '' } = useParams();
  return <Screen key={asked} asked={asked} />;
}

/** The screen of the address. The results come with the page and stay under the others. */
export function SpectatorsScreens(): ReactNode {
  const { pathname } = useLocation();
  return (
    <>
      <KeptScreen isShown={pathname === '/'} isKept={OVER_RESULTS.test(pathname)}>
        <ResultsPage />
      </KeptScreen>
      <Outlet />
    </>
  );
}
