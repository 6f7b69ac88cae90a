import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Navigator, Router, createPath } from 'react-router-dom';

import { CommentaryPage } from '#client/features/commentary/CommentaryPage.tsx';
import { ResultsPage } from '#client/features/results/ResultsPage.tsx';
import { isAwaited } from '#client/features/results/list-rows.ts';
import { RunnerPage } from '#client/features/runner/RunnerPage.tsx';
import { TablesPage } from '#client/features/tables/TablesPage.tsx';
import { RaceProvider, RaceStore } from '#client/live/race-store.tsx';
import { RaceReplica } from '#client/live/race-replica.ts';
import { LANGUAGE_PARAM } from '#client/spectators/chosen-language.ts';
import { TextsContext } from '#client/ui/use-texts.ts';
import { chooseTab, listTabs } from '#shared/scoring/tabs.ts';
import {
  findRunnerPath,
  type RenderedRace,
  type RenderedView,
  type RenderFirstScreen,
  SPECTATORS_SCREENS,
} from '#shared/wire/screens.ts';

interface Scene {
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly screen: ReactNode;
  readonly store: RaceStore;
}

/** Formats addresses; nothing navigates on the server. */
const stay = (): void => undefined;
const NOWHERE: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: stay,
  replace: stay,
  go: stay,
};

/**
 * Renders the first screen with the page's own components, identical to what the page will render, except the clock.
 * Undefined while there are no rows.
 */
export const renderFirstScreen: RenderFirstScreen = (race, view) => {
  const scene = findScene(race, view);
  if (!scene) return undefined;
  const { path, params, screen, store } = scene;
  const search = `?${new URLSearchParams({ [LANGUAGE_PARAM]: view.language, ...params })}`;
  const html = renderToStaticMarkup(
    <TextsContext value={view.texts}>
      <RaceProvider store={store}>
        <Router location={{ pathname: path, search }} navigator={NOWHERE} static>
          {screen}
        </Router>
      </RaceProvider>
    </TextsContext>,
  );
  return rewriteAttributes(html);
};

function findScene(race: RenderedRace, view: RenderedView): Scene | undefined {
  const { config, standings } = race;
  switch (view.screen) {
    case 'results': {
      const tab = chooseTab(listTabs(config), view.tab ?? null, standings.courses);
      if (!tab || isAwaited(standings, tab, config)) return undefined;
      const store = openField(race);
      return {
        path: SPECTATORS_SCREENS.results,
        params: { tab: tab.code },
        screen: <ResultsPage />,
        store,
      };
    }
    case 'runner': {
      const { runner } = view;
      if (!runner) return undefined;
      const store = new RaceStore({ config, runner, isReceived: true });
      const { runnerId } =
        runner.runner.kind === 'listed' ? runner.runner.result : runner.runner.starter;
      const path = findRunnerPath({ runnerId });
      return { path, screen: <RunnerPage idOrBib={runnerId} />, store };
    }
    case 'tables':
      return { path: SPECTATORS_SCREENS.tables, screen: <TablesPage />, store: openField(race) };
    case 'commentary':
      return {
        path: SPECTATORS_SCREENS.commentary,
        screen: <CommentaryPage />,
        store: openField(race),
      };
    default:
      return view.screen satisfies never;
  }
}

function openField({ config, head, standings }: RenderedRace): RaceStore {
  return new RaceStore({ config, head, isReceived: true }, new RaceReplica(standings));
}

/**
 * Renames styles, which a strict content security policy forbids in a document (PROTOCOL.md FS4); `prepare.ts` restores
 * them. Removes the rows' ids, which only the page needs and which do not compress. React escapes `"` in texts and
 * values: only attributes match.
 */
function rewriteAttributes(html: string): string {
  return html.replaceAll(' style="', ' data-style="').replaceAll(/ data-runner-id="[^"]*"/g, '');
}
