import { renderToStaticMarkup } from 'react-dom/server';
import { type Navigator, Router, createPath } from 'react-router-dom';

import { ResultsPage } from '#client/features/results/ResultsPage.tsx';
import { isAwaited } from '#client/features/results/list-rows.ts';
import { RaceProvider } from '#client/live/RaceProvider.tsx';
import { RaceReplica } from '#client/live/race-replica.ts';
import { RaceStore } from '#client/live/race-store.ts';
import { LANGUAGE_PARAM } from '#client/spectators/chosen-language.ts';
import { TextsContext } from '#client/ui/use-texts.ts';
import { chooseTab, listTabs } from '#shared/scoring/tabs.ts';
import type { DrawFirstScreen } from '#shared/wire/first-screen.ts';

/** Spells addresses as the page does; nobody is there yet to be led anywhere. */
const stay = (): void => undefined;
const NOWHERE: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: stay,
  replace: stay,
  go: stay,
};

/**
 * Draws the results as the page shows them first, with the page's own parts: what it draws of a race is
 * what the page will put in its place, all but the clock. Undefined while there are no rows.
 */
export const drawFirstScreen: DrawFirstScreen = (
  { config, head, standings },
  { texts, ...asked },
) => {
  const tab = chooseTab(listTabs(config), asked.tab ?? null);
  if (!tab || isAwaited(standings, tab, config)) return undefined;
  const store = new RaceStore({ config, head, isReceived: true }, new RaceReplica(standings));
  const search = `?${new URLSearchParams({ [LANGUAGE_PARAM]: asked.language, tab: tab.code })}`;
  const drawn = renderToStaticMarkup(
    <TextsContext value={texts}>
      <RaceProvider store={store}>
        <Router location={{ pathname: '/', search }} navigator={NOWHERE} static>
          <ResultsPage />
        </Router>
      </RaceProvider>
    </TextsContext>,
  );
  return rewriteAttributes(drawn);
};

/**
 * A strict policy takes no styles from a document (PROTOCOL.md FS4), so they stand under another name,
 * from which `prepare.ts` takes them. Nobody looks for a row before the page is there, and ids do not
 * pack. In texts and values React writes `"` as `&quot;`: nothing but attributes is found.
 */
function rewriteAttributes(html: string): string {
  return html.replaceAll(' style="', ' data-style="').replaceAll(/ data-runner-id="[^"]*"/g, '');
}
