import { type ReactNode, useId } from 'react';

import { Link } from '#client/ui/Link.tsx';
import { isolateText } from '#client/ui/isolate-text.ts';
import { findDeskPath } from '#shared/wire/screens.ts';
import type { PrizeCard } from './list-prizes.ts';
import styles from './PrizeTable.module.css';

const HEADS = ['Place', 'Bib', 'Name', 'Club', 'Time'] as const;

/**
 * One prize: who takes it, which places are open, and who could still change it.
 */
export function PrizeTable({ card }: { readonly card: PrizeCard }): ReactNode {
  const { name, distances, lines, open, contenders } = card;
  const id = useId();
  return (
    <section className={styles.prize} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {name} <span className="muted">{distances}</span>
      </h2>
      {lines.length === 0 ? null : (
        <table className={styles.table} aria-labelledby={id}>
          <thead className="visually-hidden">
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="lined">
            {lines.map((line) => (
              <tr key={line.runnerId}>
                <td className={styles.short}>{line.place}</td>
                <td className={styles.short}>{line.bib}</td>
                <th scope="row" className={styles.name}>
                  <Link className={styles.link} to={findDeskPath(line.runnerId)}>
                    {isolateText(line.name)}
                  </Link>
                </th>
                <td className={styles.club}>
                  {[line.category, line.club].filter(Boolean).join(' · ')}
                </td>
                <td className={styles.time}>{line.time}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {open === '' ? null : <p className={styles.note}>{open}</p>}
      {contenders === '' ? null : <p className={styles.out}>{contenders}</p>}
    </section>
  );
}
