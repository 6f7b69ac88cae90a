import type { ReactNode, RefObject } from 'react';
import { joinParts } from '#shared/format/isolate-text.ts';

import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useStandings } from '#client/live/use-standings.ts';
import { FindBox } from '#client/ui/FindBox.tsx';
import { Link } from '#client/ui/Link.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { FilterButton, type FilterButtonProps } from './finding/FilterButton.tsx';
import type { ResultsQuery } from './finding/results-query.ts';
import styles from './FindRow.module.css';
import { countOnCourse } from './list-rows.ts';
import { useLinksOnTop, OnwardLinks } from './OnwardLinks.tsx';

export interface FindRowProps extends Pick<FilterButtonProps, 'query' | 'starters'> {
  readonly tab: ResultsTab;
  readonly config: ConfigBody;
  /** Undefined without a search. */
  readonly shown: { readonly shown: number; readonly listed: number } | undefined;
  readonly isProgressShown: boolean;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onSeek: (part: Partial<ResultsQuery>) => void;
  readonly onEnter: () => void;
}

/** The row above the list: find box, filter, links to other pages, and the progress of the race. */
export function FindRow(props: FindRowProps): ReactNode {
  const { tab, config, query, shown, starters, isProgressShown, inputRef, onSeek, onEnter } = props;
  const texts = useTexts();
  const areLinksOnTop = useLinksOnTop();
  const nowMs = useHeardMoment();
  const standings = useStandings();
  const event = tab.kind === 'event' ? tab.code : undefined;
  const finished = event ? standings.finishers(event).length : 0;
  const { onCourse, byGun } = countOnCourse(standings, tab, config, nowMs);
  return (
    <div className={styles.find}>
      <FindBox
        label={texts.find.label}
        text={query.text}
        onText={(text) => onSeek({ text })}
        shown={shown}
        inputRef={inputRef}
        onEnter={onEnter}
      />
      <FilterButton tab={tab} config={config} query={query} starters={starters} onChange={onSeek} />
      {areLinksOnTop ? (
        <div className={styles.ways}>
          <OnwardLinks tab={tab} config={config} />
        </div>
      ) : null}
      {event && isProgressShown ? (
        <div className={styles.progress}>
          <p>
            {joinParts([
              texts.results.finishedOf(finished, standings.totals[event] ?? 0),
              onCourse > 0 && texts.results.out(onCourse),
              byGun > 0 && texts.common.byGun(byGun),
            ])}
          </p>
          {finished + onCourse > 0 ? (
            <Link className={styles.race} to={`/race?tab=${event}`}>
              {texts.spectators.race}
              <span aria-hidden="true">&nbsp;›</span>
            </Link>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
