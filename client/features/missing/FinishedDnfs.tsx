import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { ReactNode } from 'react';

import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import type { RunnersSectionProps } from '#client/organisers/runners/RunnersSection.tsx';
import { RunnersSection } from '#client/organisers/runners/RunnersSection.tsx';
import styles from './MissingPage.module.css';

export interface FinishedDnfsProps extends Omit<RunnersSectionProps, 'label'> {
  /** By when they came in. */
  readonly rows: readonly AdminRunner[];
  /** They alone are looked at, so that it is said when there is nobody. */
  readonly isAlone: boolean;
}

const TITLE = 'Out of the race, but scanned at the finish';

/** Who is DNF and came in all the same (RULES.md MS5). */
export function FinishedDnfs({ isAlone, ...section }: FinishedDnfsProps): ReactNode {
  const { rows } = section;
  if (rows.length === 0 && !isAlone) return null;
  return (
    <section className={styles.section} aria-labelledby="finished-dnfs">
      <h2 id="finished-dnfs" tabIndex={-1}>
        {TITLE} <span className={styles.count}>{rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <EmptyNote>
          <p>Nobody.</p>
        </EmptyNote>
      ) : (
        <RunnersSection {...section} label={TITLE} />
      )}
    </section>
  );
}
