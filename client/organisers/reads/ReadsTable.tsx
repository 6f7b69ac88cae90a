import { type ReactNode, memo } from 'react';

import type { Correction } from '#shared/model/correction.ts';
import type { ListedRead } from '#shared/wire/reads-api.ts';
import { findDeskPath } from '#shared/wire/screens.ts';
import { Link } from '#client/ui/Link.tsx';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '#client/ui/table-roles.ts';
import {
  describeAction,
  describeDecision,
  explainVerdict,
  formatMoment,
  formatSecond,
  nameHolder,
  namePoints,
  type RaceClock,
  shortVerdict,
} from './describe-read.ts';
import styles from './ReadsTable.module.css';

export type CorrectionsById = ReadonlyMap<string, Correction>;

interface RowProps {
  readonly read: ListedRead;
  readonly clock: RaceClock;
  readonly corrections: CorrectionsById;
  readonly isChosen: boolean;
  /** Undefined for somebody who may not correct reads. */
  readonly onToggle: ((read: ListedRead, isToEnd: boolean) => void) | undefined;
}

/** The original value of a read, if a correction replaced it. */
function Said({ text, by }: { readonly text: string | undefined; readonly by: string }): ReactNode {
  if (text === undefined || text === by) return null;
  return (
    <s className={styles.said}>
      <span className="visually-hidden">came as </span>
      {text}
    </s>
  );
}

const ReadRow = memo(function ReadRow(props: RowProps): ReactNode {
  const { read, clock, corrections, isChosen, onToggle } = props;
  const { config } = clock;
  const { timeMs, arrivedMs, source, points, bandID, runner, verdict, asRead } = read;
  const moment = formatMoment(timeMs, clock);
  const place = namePoints(points, config);
  const why = explainVerdict(read, clock);
  return (
    <tr {...ROW} data-verdict={verdict} data-chosen={isChosen || undefined}>
      {onToggle ? (
        <td {...CELL} className={styles.choose}>
          <label className={styles.box}>
            <input
              type="checkbox"
              aria-label={`${moment}, ${source}, ${read.hand ? '' : 'band '}${bandID}`}
              checked={isChosen}
              onChange={({ nativeEvent }) =>
                onToggle(read, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </td>
      ) : null}
      <th {...ROW_HEADER} className={styles.moment}>
        <Said text={asRead && formatMoment(asRead.timeMs, clock)} by={moment} />
        <time dateTime={new Date(timeMs).toISOString()}>{moment}</time>
      </th>
      <td {...CELL} className={styles.arrived}>
        {arrivedMs === null ? (
          '–'
        ) : (
          <>
            <span className={styles.word}>arrived </span>
            <time dateTime={new Date(arrivedMs).toISOString()}>
              {formatSecond(arrivedMs, clock)}
            </time>
          </>
        )}
      </td>
      <td {...CELL} className={styles.source}>
        {source}
      </td>
      <td {...CELL} className={styles.point}>
        <Said text={asRead && namePoints(asRead.points, config)} by={place} />
        {place}
      </td>
      <td {...CELL} className={styles.band}>
        {read.hand ? null : <span className={styles.word}>band </span>}
        <Said text={asRead?.bandID} by={bandID} />
        {bandID}
      </td>
      <td {...CELL} className={styles.runner}>
        {runner ? (
          <Link to={findDeskPath(runner.runnerId)}>{nameHolder(runner, config)}</Link>
        ) : (
          <span className="muted">nobody</span>
        )}
      </td>
      <td {...CELL} className={styles.verdict}>
        <span className={styles.chip}>{shortVerdict(verdict)}</span>
        {why === '' ? null : <span className="text-s muted"> {why}</span>}
        {read.corrections.map((id) => {
          const correction = corrections.get(id);
          return correction ? (
            <span key={id} className={`${styles.decision} text-s muted`}>
              {describeAction(correction.action, config)} by {describeDecision(correction, clock)}
            </span>
          ) : null;
        })}
      </td>
    </tr>
  );
});

export interface ReadsTableProps extends Pick<RowProps, 'clock' | 'corrections' | 'onToggle'> {
  readonly reads: readonly ListedRead[];
  readonly chosen: ReadonlyMap<string, ListedRead>;
}

const COLUMNS = [
  ['Time', styles.moment],
  ['Arrived', styles.arrived],
  ['Source', styles.source],
  ['Point', styles.point],
  ['Band', styles.band],
  ['Runner', styles.runner],
  ['Outcome', styles.verdict],
] as const;

export function ReadsTable({ reads, chosen, ...rest }: ReadsTableProps): ReactNode {
  return (
    <table className={styles.table} {...TABLE} aria-label="Reads">
      <thead {...ROW_GROUP}>
        <tr {...ROW}>
          {rest.onToggle ? (
            <th {...COLUMN_HEADER} className={styles.choose}>
              <span className="visually-hidden">Choose</span>
            </th>
          ) : null}
          {COLUMNS.map(([column, width]) => (
            <th key={column} {...COLUMN_HEADER} className={width}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROW_GROUP}>
        {reads.map((read) => (
          <ReadRow key={read.scanId} read={read} isChosen={chosen.has(read.scanId)} {...rest} />
        ))}
      </tbody>
    </table>
  );
}
