import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { useSearchParams } from 'react-router-dom';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import { coursesOf, type Courses } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { useRace } from '#client/live/race-store.tsx';
import { BackToResults } from '#client/spectators/BackToResults.tsx';
import { RaceHeader } from '#client/spectators/RaceHeader.tsx';
import { ShareButton } from '#client/spectators/ShareButton.tsx';
import { PrintedAsOf } from '#client/ui/PrintedAsOf.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { BlockTable } from './BlockTable.tsx';
import styles from './TablesPage.module.css';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useFromRecentStandings } from '#client/live/use-recent.ts';
import {
  describeTeamRules,
  listBlocks,
  TABLE_VIEWS,
  type TableChoice,
} from '#shared/scoring/list-blocks.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { type Sex, SEXES } from '#shared/model/race-setup.ts';

/** Tables of categories, legs, clubs and teams. The address selects them; `list-blocks` builds them. */
export function TablesPage(): ReactNode {
  const texts = useAllTexts();
  const { finding, tables } = texts;
  const [params] = useSearchParams();
  const { config, head, connection, heardMs, clockOffsetMs } = useRace();
  const nowMs = useHeardMoment();
  const events = useMemo(() => (config ? listEvents(config) : []), [config]);
  const courses = coursesOf(config ?? DEFAULT_CONFIG);
  const choice = useMemo(
    () => readChoice(params, events, coursesOf(config ?? DEFAULT_CONFIG).mainEvent),
    [params, events, config],
  );
  const sexes = [undefined, ...listSexes(courses)];
  const address = addressChoice(choice);
  // All runners are walked: the choice is shown before its tables, and pushes are collected for some seconds.
  const listed = useDeferredValue(choice);
  const blocks = useFromRecentStandings(
    (standings) => (standings && config ? listBlocks(listed, { standings, config, texts }) : []),
    [config, listed, texts],
  );
  const title = config
    ? joinParts([tables.views[choice.view], config.pageTitle])
    : texts.common.loading;
  useDocumentTitle(title);
  if (!config || !head) {
    return (
      <main className={`${styles.page} page`}>
        <p>{texts.common.loading}</p>
      </main>
    );
  }
  const link = (change: Partial<TableChoice>, label: string): ReactNode => {
    const next = { ...choice, ...change };
    const isChosen = addressChoice(next) === address;
    return (
      <li key={label}>
        <Link
          className="pill"
          to={addressChoice(next)}
          aria-current={isChosen ? 'true' : undefined}
          replace
        >
          {label}
        </Link>
      </li>
    );
  };

  return (
    <>
      <RaceHeader config={config} events={[choice.event]} />
      <main className={`${styles.page} page`}>
        <div className="row between unprinted">
          <BackToResults event={choice.event} />
          <div className="row shrinks">
            <ShareButton title={title} path={address} />
          </div>
        </div>
        <h1 className="screen-title">
          {joinParts([tables.views[choice.view], labelEvent(choice.event, config)])}
        </h1>
        <PrintedAsOf
          connection={connection}
          heardMs={heardMs}
          clockOffsetMs={clockOffsetMs}
          timeZone={config.timeZone}
          standing={describeResultsState([choice.event], config, nowMs, texts)}
        />
        <nav className={styles.choices} aria-label={tables.choose}>
          <ul className="flow plain-list">
            {TABLE_VIEWS.map((view) => link({ view, isWhole: false }, tables.views[view]))}
          </ul>
          <ul className="flow plain-list">
            {events.map((event) => link({ event }, labelEvent(event, config)))}
          </ul>
          <ul className="flow plain-list">
            {sexes.map((sex) => link({ sex }, sex ? finding.sexes[sex] : finding.everyone))}
          </ul>
        </nav>
        {choice.view === 'teams' ? (
          <p className={styles.rule}>{describeTeamRules(choice, courses, texts)}</p>
        ) : null}
        {blocks.length === 0 ? <p>{tables.nothing}</p> : null}
        <div className={styles.blocks} aria-busy={listed !== choice}>
          {blocks.map((block) => (
            <BlockTable
              key={block.key}
              block={block}
              wholeAddress={
                block.sex
                  ? `/?tab=${choice.event}&sex=${block.sex}`
                  : choice.isWhole
                    ? undefined
                    : addressChoice({ ...choice, isWhole: true })
              }
            />
          ))}
        </div>
        <p className="muted unprinted">
          {tables.files}{' '}
          <a className={styles.file} href={`/results.csv?race=${choice.event}`}>
            CSV
          </a>
        </p>
      </main>
    </>
  );
}

/** The sexes of the race's categories. */
function listSexes({ setup }: Courses): readonly Sex[] {
  return SEXES.filter((sex) => setup.categories.table.some(({ sexes }) => sexes.includes(sex)));
}

/** Reads the choice of an address; missing and invalid parts take their defaults. */
function readChoice(
  params: URLSearchParams,
  events: readonly EventCode[],
  mainEvent: EventCode,
): TableChoice {
  const asked = params.get('event');
  const known = events.find((event) => event === asked);
  const usual = events.includes(mainEvent) ? mainEvent : (events[0] ?? mainEvent);
  const sex = params.get('sex');
  return {
    view: TABLE_VIEWS.find((view) => view === params.get('view')) ?? 'categories',
    event: known ?? usual,
    sex: SEXES.find((one) => one === sex),
    isWhole: params.get('show') === 'all',
  };
}

/** The address of a choice; defaults are left out. */
function addressChoice({ view, event, sex, isWhole }: TableChoice): string {
  const params = new URLSearchParams({ view, event });
  if (sex) params.set('sex', sex);
  if (isWhole) params.set('show', 'all');
  return `/tables?${params}`;
}
