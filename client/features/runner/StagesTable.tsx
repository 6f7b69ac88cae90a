import type { ReactNode } from 'react';
import { isolateText, joinParts } from '#shared/format/isolate-text.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '#client/ui/table-roles.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { StageLine } from './list-stages.ts';
import styles from './StagesTable.module.css';

export interface StagesTableProps {
  readonly lines: readonly StageLine[];
  readonly name: string;
  readonly children?: ReactNode;
}

/** The stages of one runner: times, legs, places and gaps. On a phone gaps are below their values. */
export function StagesTable({ lines, name, children }: StagesTableProps): ReactNode {
  const { runner, splits, common } = useAllTexts();
  const heads = [
    [styles.stage, splits.stage],
    [styles.time, common.time],
    [styles.leg, runner.leg],
    [styles.place, common.place],
    [styles.leader, runner.toLeader],
    [styles.next, runner.toNext],
  ] as const;
  return (
    <section className={styles.stages}>
      {children}
      <table className={styles.table} {...TABLE} aria-label={splits.of(isolateText(name))}>
        <thead className={styles.head} {...ROW_GROUP}>
          <tr className={styles.row} {...ROW}>
            {heads.map(([className, text]) => (
              <th key={text} className={className} {...COLUMN_HEADER}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} {...ROW_GROUP}>
          {lines.map((line) => (
            <tr key={line.point} className={styles.row} data-state={line.state} {...ROW}>
              <th className={styles.stage} {...ROW_HEADER}>
                <span className={styles.name}>{line.name}</span>
                {line.passedAt === undefined && line.distance === undefined ? null : (
                  <span className={styles.clock}>{joinParts([line.distance, line.passedAt])}</span>
                )}
              </th>
              <td className={styles.time} {...CELL}>
                {line.time}
              </td>
              <td className={styles.leg} {...CELL}>
                {line.leg} {line.legPlace ? <small>{line.legPlace}</small> : null}{' '}
                {line.pace ? <small>{line.pace}</small> : null}
              </td>
              <td className={styles.place} {...CELL}>
                {line.place} <Gained places={line.gained} />
              </td>
              <td className={styles.leader} {...CELL}>
                {line.leaderGap}
              </td>
              <td className={styles.next} {...CELL}>
                {line.nextGap}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `▲7`, or `▼2` for places lost; spelled out for screen readers. */
function Gained({ places }: { readonly places: number | undefined }): ReactNode {
  const { runner } = useAllTexts();
  if (places === undefined) return null;
  const count = Math.abs(places);
  return (
    <span className={`${styles.gained} text-m`} data-kind={places > 0 ? 'won' : 'lost'}>
      <span aria-hidden="true">
        {places > 0 ? '▲' : '▼'}
        {count}
      </span>
      <span className="visually-hidden">
        {places > 0 ? runner.placesWon(count) : runner.placesLost(count)}
      </span>
    </span>
  );
}
