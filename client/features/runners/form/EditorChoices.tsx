import { useWorkspace } from '../use-workspace.ts';
import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  type Conflict,
  type EditorField,
  type EditorValues,
  FIELD_LABELS,
  nameRunner,
} from '#client/organisers/runners/editor-values.ts';
import { showValue } from '#client/organisers/runners/describe-change.ts';
import { parseBandId } from '#shared/model/ids.ts';
import type { BandExchange } from '#shared/wire/runners-api.ts';
import { Button } from '#client/ui/Button.tsx';
import type { Taken } from '#client/organisers/runners/runner-calls.ts';

interface TakenChoiceProps {
  readonly taken: Taken;
  readonly form: UseFormReturn<EditorValues>;
  readonly worn: string;
  readonly onExchange: (kind: BandExchange['kind']) => void;
}

export function TakenChoice({ taken, form, worn, onExchange }: TakenChoiceProps): ReactNode {
  const { holder, bandID } = taken;
  const now = useWatch({ control: form.control }) as EditorValues;
  // The number was changed since, and may be free.
  if (parseBandId(now.raceNumber) !== bandID) return null;
  const isWorn = holder.raceNumber === bandID;
  const row = (kind: BandExchange['kind'], label: string, theirs: string): ReactNode => (
    <li className="row gap-x-3.5 gap-y-1">
      <Button onClick={() => onExchange(kind)}>{label}</Button>
      <span className="flow shrinks text-m anywhere gap-x-[18px] gap-y-0.5">
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

export interface ConflictQuestionProps {
  readonly conflict: Conflict;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

export function ConflictQuestion({ conflict, onKeep, onTake }: ConflictQuestionProps): ReactNode {
  const { config } = useWorkspace().clock;
  const { before, mine, theirs, disputed, taken } = conflict;
  const show = (field: EditorField, values: EditorValues): string =>
    showValue(field, values[field], config);
  return (
    <div className="stack-8 tone-notice text-m rounded-md px-[13px] py-[11px]" data-conflict>
      <p className="semibold leading-[1.4]" role="alert">
        Someone else changed this runner in the meantime. Nothing of yours is saved yet.
      </p>
      <ul className="plain-list stack-4" aria-label="Changed by both">
        {disputed.map((field) => (
          <li key={field} className="anywhere">
            {FIELD_LABELS[field]}: yours <strong>{show(field, mine)}</strong>, theirs{' '}
            <strong>{show(field, theirs)}</strong>
          </li>
        ))}
      </ul>
      {taken.length > 0 ? (
        <p className="anywhere">
          Theirs is taken:{' '}
          {taken
            .map(
              (field) => `${FIELD_LABELS[field]} ${show(field, before)} → ${show(field, theirs)}`,
            )
            .join(', ')}
          .
        </p>
      ) : null}
      <div className="flow">
        <Button onClick={onKeep}>Keep mine</Button>
        <Button onClick={onTake}>Take theirs</Button>
      </div>
    </div>
  );
}
