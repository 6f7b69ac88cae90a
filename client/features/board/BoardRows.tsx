import { describeName } from '#shared/format/describe-name.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import { describeRow } from '#client/spectators/describe-row.ts';
import { RacePicture } from '#client/spectators/race/RacePicture.tsx';
import { countStretches, useShownRace } from '#client/spectators/race/use-shown-race.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import styles from './BoardRows.module.css';
import type { Slide, SlideRow } from './slides.ts';

interface BoardRowsProps {
  /** Undefined while there is nothing to show. */
  readonly slide: Slide | undefined;
  readonly rows: number;
  readonly config: RaceConfig;
}

/** The rows of one page of the board. */
export function BoardRows({ slide, rows, config }: BoardRowsProps): ReactNode {
  const texts = useAllTexts();
  const { head } = useRace();
  if (!slide) {
    return head ? <p className={styles.waiting}>{texts.commentary.nobodyYet}</p> : null;
  }
  if (slide.kind === 'picture') {
    return <BoardPicture key={slide.key} event={slide.tab.code} config={config} />;
  }
  return (
    <ol
      key={slide.key}
      className={styles.rows}
      style={{ '--rows': rows, '--place-ch': countPlaceDigits(slide) } as CSSProperties}
      data-kind={slide.kind}
      data-columns={slide.rows.at(-1)?.column}
    >
      {slide.rows.map((row, index) => (
        <Fragment key={`${slide.key} ${row.result.runnerId}`}>
          {row.column === slide.rows[index - 1]?.column ? null : (
            <BoardColumnHead heads={slide.heads} column={row.column} />
          )}
          <BoardRow row={row} slide={slide} config={config} />
        </Fragment>
      ))}
    </ol>
  );
}

interface ColumnHeadProps {
  readonly heads: Slide['heads'];
  readonly column: number;
}

/** The title of a column, only if there are several. */
function BoardColumnHead({ heads, column }: ColumnHeadProps): ReactNode {
  const { finding } = useAllTexts();
  const sex = heads?.[column - 1];
  return sex && heads.length > 1 ? (
    <li className={styles.columnHead} data-column={column}>
      {finding.sexes[sex]}
    </li>
  ) : null;
}

interface BoardPictureProps {
  readonly event: EventCode;
  readonly config: RaceConfig;
}

/** A picture of everybody on the course of a race. */
function BoardPicture({ event, config }: BoardPictureProps): ReactNode {
  const texts = useAllTexts();
  const shown = useShownRace({ event, config });
  const { scale, names, field, people } = shown;
  return (
    <div className={styles.picture}>
      <RacePicture {...{ scale, names, field, people }} />
      <ul className="visually-hidden">
        {countStretches(shown).map(({ name, count }) => (
          <li key={name}>
            {name}: {texts.common.runners(count)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The width of the places: at least two digits, so that most pages look alike. */
function countPlaceDigits({ rows }: Slide): number {
  return Math.max(2, ...rows.map((row) => describeLead(row).length));
}

/** The place, or the bib on the start list. */
function describeLead({ result, place, isExpected }: SlideRow): string {
  if (!('status' in result)) return result.bibNumber;
  if (place === null) return '–';
  return isExpected ? `≈ ${place}` : String(place);
}

interface BoardRowProps {
  readonly row: SlideRow;
  readonly slide: Slide;
  readonly config: RaceConfig;
}

function BoardRow({ row, slide, config }: BoardRowProps): ReactNode {
  const texts = useAllTexts();
  const { common } = texts;
  const standings = useStandings();
  const { result, place } = row;
  const { runnerId, ageGroup, runClub } = result;
  const described =
    'status' in result ? describeRow(result, slide.tab, standings, config, texts) : undefined;
  const isHonoured = described?.isWinner && ageGroup !== '';
  // The category, or the race in a list of several; of a category winner with the place: `1st F40`.
  const chip =
    isHonoured && slide.kind !== 'categories'
      ? `${common.ordinal(1, standings.courses.sexOf(result))} ${ageGroup}`
      : (described?.category ?? ageGroup);
  const name = describeName(result, common);
  return (
    <li
      className={styles.row}
      data-runner-id={runnerId}
      data-first={row.isFirstOfGroup || undefined}
      data-place={row.isExpected ? undefined : (place ?? undefined)}
      data-column={row.column}
    >
      <span className={styles.place}>{describeLead(row)}</span>
      <span className={styles.who}>
        <span
          className={styles.name}
          title={name}
          style={{ '--letters': name.length } as CSSProperties}
        >
          {name}
        </span>
      </span>
      <span className={styles.under}>
        {chip === '' ? null : (
          <span className={styles.chip} data-honour={isHonoured || undefined}>
            {chip}
          </span>
        )}
        <span className={styles.club} title={runClub}>
          {runClub}
        </span>
      </span>
      <span className={styles.time}>
        {described?.checkpoint === undefined ? null : (
          <span className={styles.point}>{described.checkpoint}</span>
        )}{' '}
        {described?.time}
      </span>
    </li>
  );
}
