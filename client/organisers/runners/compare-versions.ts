import type { EditorField, EditorValues } from './editor-values.ts';
import { EDITOR_FIELDS } from './editor-values.ts';

/** What was typed here and what somebody else saved meanwhile. */
export interface Conflict {
  readonly before: EditorValues;
  readonly mine: EditorValues;
  readonly theirs: EditorValues;
  /** Changed by both, and not to the same. */
  readonly disputed: readonly EditorField[];
  /** Changed by them alone. */
  readonly taken: readonly EditorField[];
  /** Changed here alone. */
  readonly kept: readonly EditorField[];
}

/** Compares two versions of a runner with what both began with. */
export function compareVersions(
  before: EditorValues,
  mine: EditorValues,
  theirs: EditorValues,
): Conflict {
  const differing = EDITOR_FIELDS.filter((field) => mine[field] !== theirs[field]);
  const isMine = (field: EditorField): boolean => mine[field] !== before[field];
  const isTheirs = (field: EditorField): boolean => theirs[field] !== before[field];
  return {
    before,
    mine,
    theirs,
    disputed: differing.filter((field) => isMine(field) && isTheirs(field)),
    taken: differing.filter((field) => !isMine(field)),
    kept: differing.filter((field) => !isTheirs(field)),
  };
}
