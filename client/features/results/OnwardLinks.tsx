import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

import { LANGUAGE_PARAM, findLanguage } from '#client/spectators/chosen-language.ts';
import { Link } from '#client/ui/Link.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import styles from './OnwardLinks.module.css';

/** Whether the links fit next to the find box; else they are in the footer. */
export function useLinksOnTop(): boolean {
  // The server always renders them at the top; styles hide them where there is no room.
  return useMedia('(min-width: 80rem)', true);
}

interface OnwardLinksProps {
  readonly tab: ResultsTab | undefined;
  readonly config: ConfigBody;
}

/** Links to tables, corrections, the print version and past races. */
export function OnwardLinks({ tab, config }: OnwardLinksProps): ReactNode {
  const { results, spectators } = useTexts();
  const language = { [LANGUAGE_PARAM]: findLanguage(useLocation().search) };
  const query = new URLSearchParams({ ...(tab && { race: tab.code }), view: 'print', ...language });
  return (
    <div className={styles.ways}>
      <Link className="link" to="/tables">
        {spectators.tables}
      </Link>
      {config.isCorrected ? (
        <Link className="link" to="/corrections">
          {spectators.corrections}
        </Link>
      ) : null}
      <a className="link" href={`/plain?${query}`}>
        {results.print}
      </a>
      {config.pastRaces === undefined ? null : (
        <a className="link" href={`/races?${new URLSearchParams(language)}`}>
          {spectators.pastRaces}
        </a>
      )}
    </div>
  );
}
