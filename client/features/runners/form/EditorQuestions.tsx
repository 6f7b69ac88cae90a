import { countOf, listOf } from '#client/organisers/texts/count-words.ts';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import type { BandQuestionFacts } from './left-scans.ts';
import type { AdminRunner, BandExchange } from '#shared/wire/runners-api.ts';
import {
  nameRunner,
  type EditorField,
  type EditorValues,
  FIELD_LABELS,
} from '#client/organisers/runners/editor-values.ts';
import { useWorkspace } from '../use-workspace.ts';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { showValue } from '#client/organisers/runners/describe-change.ts';
import { parseBandId } from '#shared/model/ids.ts';
import { MineOrTheirs, type MineOrTheirsProps } from '#client/kit/SaveBar.tsx';
import { CHANGED, type Draft } from './save-draft.ts';
import { Button } from '#client/ui/Button.tsx';
import type { Taken } from '#client/organisers/runners/runner-calls.ts';

interface DeleteQuestionProps {
  readonly runner: AdminRunner;
  readonly onDelete: () => void;
  readonly onCancel: () => void;
}

export function DeleteQuestion({ runner, onDelete, onCancel }: DeleteQuestionProps): ReactNode {
  return (
    <ConfirmDialog
      title={`Delete ${nameRunner(runner)}?`}
      confirmLabel="Delete"
      kind="danger"
      onCancel={onCancel}
      onConfirm={onDelete}
    >
      <p>
        Are you sure? The entry goes from the lists and the results, and the scans of its bands
        belong to nobody.
      </p>
    </ConfirmDialog>
  );
}

export interface BandQuestionProps {
  readonly facts: BandQuestionFacts;
  /** Keeps the numbers as earlier ones of the runner. */
  readonly onKeep: () => void;
  readonly onLeave: () => void;
  readonly onCancel: () => void;
}

export function BandQuestion({ facts, onKeep, onLeave, onCancel }: BandQuestionProps): ReactNode {
  const { name, given, left, scans } = facts;
  const bands = `${left.length === 1 ? 'band' : 'bands'} ${listOf(left)}`;
  if (given && left.length === 0) {
    const { band, next } = given;
    const to = next || 'no band';
    return (
      <ConfirmDialog
        title={`Replace band ${band} with ${to}?`}
        confirmLabel={`Replace ${band} with ${to}`}
        kind="danger"
        onCancel={onCancel}
        onConfirm={onLeave}
      >
        <p>
          {name} was given band {band}, which was not scanned yet. It will be free again.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`${countOf(scans, 'scan')} of ${bands} would be left behind`}
      confirmLabel="Lost band: keep them"
      otherwise={{ label: 'The number was wrong: leave them', onChoose: onLeave }}
      onCancel={onCancel}
      onConfirm={onKeep}
    >
      <p>
        {name} holds {bands} now{given && given.next !== '' ? `, and would have ${given.next}` : ''}
        .
      </p>
      <p>
        Kept, the scans count for {name} together with those of another band. Left, they belong to
        nobody and show on Missing, and the number can be handed out again.
      </p>
    </ConfirmDialog>
  );
}

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

interface ConflictQuestionProps {
  readonly draft: Draft;
  readonly disputed: readonly EditorField[];
  readonly onKeep: MineOrTheirsProps['onKeep'];
}

export function ConflictQuestion({ draft, disputed, onKeep }: ConflictQuestionProps): ReactNode {
  const { config } = useWorkspace().clock;
  const show = (field: EditorField, values = draft.values): string =>
    showValue(field, values[field], config);
  return (
    <div data-conflict>
      <MineOrTheirs label={disputed.map((field) => FIELD_LABELS[field]).join(', ')} onKeep={onKeep}>
        <p>{CHANGED} Nothing of yours is saved yet.</p>
        <ul className="plain-list stack-4 font-regular" aria-label="Changed by both">
          {disputed.map((field) => (
            <li key={field}>
              {FIELD_LABELS[field]}: yours <strong>{show(field)}</strong>, theirs{' '}
              <strong>{show(field, draft.base?.values)}</strong>
            </li>
          ))}
        </ul>
      </MineOrTheirs>
    </div>
  );
}
