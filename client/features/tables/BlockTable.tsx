import { type ReactNode, useId } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { Block } from '#shared/scoring/list-blocks.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '#client/ui/table-roles.ts';
import styles from './BlockTable.module.css';

export interface BlockTableProps {
  readonly block: Block;
  /** The address of all rows; undefined if none are missing. */
  readonly wholeAddress: string | undefined;
}

/** The table of a category, leg, club or team. */
export function BlockTable({ block, wholeAddress }: BlockTableProps): ReactNode {
  const { common, tables } = useAllTexts();
  const { title, note, rows, more } = block;
  const id = useId();
  if (rows.length === 0 && more > 0) return null;
  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {note === undefined ? null : <p className={`${styles.note} text-m muted`}>{note}</p>}
      </div>
      {rows.length === 0 ? (
        <p className={`${styles.note} text-m muted`}>{tables.nobody}</p>
      ) : (
        <table className={styles.table} {...TABLE} aria-labelledby={id}>
          <thead className="visually-hidden" {...ROW_GROUP}>
            <tr {...ROW}>
              <th {...COLUMN_HEADER}>{common.place}</th>
              <th {...COLUMN_HEADER}>{common.runner}</th>
              <th {...COLUMN_HEADER}>{common.time}</th>
            </tr>
          </thead>
          <tbody className="lined" {...ROW_GROUP}>
            {rows.map(({ place, result, time, details }) => (
              <tr key={result.runnerId} {...ROW}>
                <td className={styles.place} {...CELL}>
                  {place}
                </td>
                <th className={styles.runner} {...ROW_HEADER}>
                  <RunnerLink runner={result} />
                  <span className={styles.details}>{details}</span>
                </th>
                <td className={styles.time} {...CELL}>
                  {time}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 ? (
        <p className={`${styles.note} text-m muted`}>
          {wholeAddress === undefined ? (
            tables.more(more)
          ) : (
            <Link className="link" to={wholeAddress} replace>
              {tables.more(more)}
            </Link>
          )}
        </p>
      ) : null}
    </section>
  );
}
