import type { EpochMs } from '#shared/model/time.ts';
import type { AdminRunner } from '#shared/wire/admin-api.ts';
import type { ReactNode } from 'react';
import { useMemo } from 'react';

import type { EditDone } from '../../organisers/registration/RunnerEditor.tsx';
import { RunnersSection } from '../../organisers/registration/RunnersSection.tsx';
import type { Desk } from '../../organisers/registration/use-desk.ts';
import styles from './MissingPage.module.css';

export interface FinishedDnfsProps {
  readonly desk: Desk;
  readonly runners: readonly AdminRunner[];
  /** When they came in, by that time; undefined until it is known. */
  readonly finishes: ReadonlyMap<string, EpochMs> | undefined;
  readonly onDone: (done: EditDone) => void;
}

const TITLE = 'Out of the race, but scanned at the finish';

/** Who is DNF and came in all the same (CONTRACT 7); nothing when there is nobody. */
export function FinishedDnfs({ desk, runners, finishes, onDone }: FinishedDnfsProps): ReactNode {
  const rows = useMemo(() => {
    if (!finishes || finishes.size === 0) return [];
    const byId = new Map(runners.map((runner) => [runner.runnerId, runner]));
    return Array.from(finishes.keys(), (runnerId) => byId.get(runnerId) ?? []).flat();
  }, [runners, finishes]);
  if (rows.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="finished-dnfs">
      <h2 id="finished-dnfs">
        {TITLE} <span className={styles.count}>{rows.length}</span>
      </h2>
      <RunnersSection desk={desk} label={TITLE} rows={rows} onDone={onDone} />
    </section>
  );
}
