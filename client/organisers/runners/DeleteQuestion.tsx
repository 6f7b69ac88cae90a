import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { isDeleteWord } from '#shared/wire/runners-api.ts';
import type { ReactNode } from 'react';

import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { nameRunner } from './editor-values.ts';

export interface DeleteQuestionProps {
  readonly runner: AdminRunner;
  /** What stands in the place of the team. */
  readonly team: string;
  readonly onDelete: () => void;
  /** It is a team after all. */
  readonly onKeep: () => void;
  readonly onCancel: () => void;
}

/** Whether a team may be meant as the word that deletes: a keyboard of a phone writes it `Delete`. */
export function isLikeDeleteWord(team: string): boolean {
  return isDeleteWord(team.toUpperCase());
}

function describeFreed({ raceNumber, earlierBands = [] }: AdminRunner): string {
  const bands = raceNumber === '' ? earlierBands : [raceNumber, ...earlierBands];
  if (bands.length === 0) return '';
  return bands.length === 1
    ? ` Band ${bands[0]} is free again, and its scans belong to nobody.`
    : ` Bands ${bands.join(' and ')} are free again, and their scans belong to nobody.`;
}

/** Asks before a runner is deleted, and whether that is meant where it is not quite the word. */
export function DeleteQuestion(props: DeleteQuestionProps): ReactNode {
  const { runner, team, onDelete, onKeep, onCancel } = props;
  const isMeant = isDeleteWord(team);
  return (
    <ConfirmDialog
      title={
        isMeant ? `Delete ${nameRunner(runner)}?` : 'Delete the runner, or is the team called so?'
      }
      confirmLabel="Delete"
      kind="danger"
      onCancel={onCancel}
      onConfirm={onDelete}
      {...(isMeant
        ? {}
        : { otherwise: { label: `Save as team “${team.trim()}”`, onChoose: onKeep } })}
    >
      <p>
        {isMeant ? 'Are you sure? The' : `This is ${nameRunner(runner)}. Deleted, the`} entry goes
        from the lists and the results.
        {describeFreed(runner)}
      </p>
    </ConfirmDialog>
  );
}
