import { parseBandId } from '#shared/model/ids.ts';
import type { BandExchange } from '#shared/wire/runners-api.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

import { Button } from '#client/ui/Button.tsx';
import type { Taken } from './describe-refusal.ts';
import { nameRunner } from './editor-values.ts';
import type { EditorValues } from './editor-values.ts';
import styles from './TakenChoice.module.css';

export interface TakenChoiceProps {
  readonly taken: Taken;
  readonly form: UseFormReturn<EditorValues>;
  /** What the runner of the form wears; empty for none. */
  readonly worn: string;
  readonly onExchange: (kind: BandExchange['kind']) => void;
}

/** What can be done about a number that somebody else holds, with both runners before and after it. */
export function TakenChoice({ taken, form, worn, onExchange }: TakenChoiceProps): ReactNode {
  const { holder, bandID } = taken;
  const now = useWatch({ control: form.control }) as EditorValues;
  // Another number by now: that one may be free.
  if (parseBandId(now.raceNumber) !== bandID) return null;
  const isWorn = holder.raceNumber === bandID;
  const row = (kind: BandExchange['kind'], label: string, theirs: string): ReactNode => (
    <li className={styles.way}>
      <Button
        onClick={() => {
          onExchange(kind);
        }}
      >
        {label}
      </Button>
      <span className={styles.outcome}>
        <span>
          {nameRunner(now) || 'This runner'}: {worn || 'no band'} → <strong>{bandID}</strong>
        </span>
        <span>
          {nameRunner(holder)}: {theirs}
        </span>
      </span>
    </li>
  );
  return (
    <ul className={styles.ways} aria-label="What can be done">
      {isWorn && worn !== '' ? row('swap', 'Swap the two bands', `${bandID} → ${worn}`) : null}
      {row(
        'take',
        'Take it from them',
        isWorn
          ? `${bandID} → no band`
          : `no longer ${bandID}, keeps ${holder.raceNumber || 'no band'}`,
      )}
    </ul>
  );
}
