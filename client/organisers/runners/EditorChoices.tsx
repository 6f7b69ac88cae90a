import type { RaceConfig } from '#shared/model/race-config.ts';
import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  type Conflict,
  type EditorField,
  type EditorValues,
  FIELD_LABELS,
  nameRunner,
} from './editor-values.ts';
import styles from './EditorChoices.module.css';
import { showValue } from './describe-change.ts';
import { parseBandId } from '#shared/model/ids.ts';
import type { BandExchange } from '#shared/wire/runners-api.ts';
import { Button } from '#client/ui/Button.tsx';
import type { Taken } from './runner-calls.ts';

interface TakenChoiceProps {
  readonly taken: Taken;
  readonly form: UseFormReturn<EditorValues>;
  /** The band that the runner of the form wears; empty for none. */
  readonly worn: string;
  readonly onExchange: (kind: BandExchange['kind']) => void;
}

/** The choices for a number that somebody else holds, with both runners before and after each. */
export function TakenChoice({ taken, form, worn, onExchange }: TakenChoiceProps): ReactNode {
  const { holder, bandID } = taken;
  const now = useWatch({ control: form.control }) as EditorValues;
  // The number was changed, and may be free.
  if (parseBandId(now.raceNumber) !== bandID) return null;
  const isWorn = holder.raceNumber === bandID;
  const row = (kind: BandExchange['kind'], label: string, theirs: string): ReactNode => (
    <li className={styles.way}>
      <Button onClick={() => onExchange(kind)}>{label}</Button>
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
    <ul className="plain-list stack-8" aria-label="What can be done">
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

export interface ConflictChoiceProps {
  readonly conflict: Conflict;
  readonly form: UseFormReturn<EditorValues>;
  readonly config: RaceConfig | undefined;
  /** The chosen side of each disputed field; empty at first. */
  readonly chosen: Chosen;
  readonly onChoose: (field: EditorField, whose: Whose) => void;
  /** It was submitted before all was chosen. */
  readonly isAsked: boolean;
}

export type Whose = 'mine' | 'theirs';
export type Chosen = ReadonlyMap<EditorField, Whose>;

export function listUnchosen(
  { disputed, mine }: Conflict,
  chosen: Chosen,
  now: EditorValues,
): readonly EditorField[] {
  return disputed.filter((field) => !chosen.has(field) && now[field] === mine[field]);
}

/**
 * Both versions of a runner, field by field where both changed it, with neither preselected. A choice goes into the
 * form at once. What only one of the two changed is in the form already, and a line says so.
 */
export function ConflictChoice(props: ConflictChoiceProps): ReactNode {
  const { conflict, form, config, chosen, onChoose, isAsked } = props;
  const { before, mine, theirs, disputed, taken, kept } = conflict;
  const id = useId();
  const now = useWatch({ control: form.control }) as EditorValues;
  const list = (fields: readonly EditorField[], values: EditorValues): string =>
    fields
      .map((field) => {
        const [was, is] = [before, values].map((each) => showValue(field, each[field], config));
        return `${FIELD_LABELS[field]} ${was} → ${is}`;
      })
      .join(', ');

  const unchosen = listUnchosen(conflict, chosen, now);
  const choice = (field: EditorField, whose: Whose): ReactNode => {
    const isTheirs = now[field] === theirs[field];
    const mineNow = isTheirs ? mine[field] : now[field];
    const isChosen = !unchosen.includes(field) && isTheirs === (whose === 'theirs');
    const value = whose === 'mine' ? mineNow : theirs[field];
    return (
      <label className={styles.choice}>
        <input
          type="radio"
          name={`${id}-${field}`}
          checked={isChosen}
          onChange={() => {
            onChoose(field, whose);
            form.setValue(field, value, { shouldDirty: true });
          }}
        />
        <span>
          {whose === 'mine' ? 'Keep mine: ' : 'Take theirs: '}
          <strong>{showValue(field, value, config)}</strong>
        </span>
      </label>
    );
  };

  return (
    <div className={styles.conflict}>
      <p className={styles.lead} role="alert">
        Someone else changed this runner in the meantime. Nothing of yours is saved yet:{' '}
        {disputed.length > 0 ? 'choose for each field, then Submit.' : 'Submit saves both.'}
      </p>
      {taken.length > 0 ? <p>Theirs is taken: {list(taken, theirs)}.</p> : null}
      {kept.length > 0 ? <p>Yours is kept: {list(kept, mine)}.</p> : null}
      {disputed.map((field) => (
        <fieldset key={field} className={styles.field}>
          <legend>{FIELD_LABELS[field]}</legend>
          {isAsked && unchosen.includes(field) ? (
            <p className={styles.unchosen}>Choose one of the two first.</p>
          ) : null}
          {choice(field, 'mine')}
          {choice(field, 'theirs')}
        </fieldset>
      ))}
    </div>
  );
}
