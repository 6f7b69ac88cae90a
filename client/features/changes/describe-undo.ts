import type { ListedChange } from './find-changes.ts';

/** What is asked before a change is taken back, and said after it. */
export interface UndoWords {
  readonly title: string;
  readonly consequence: string;
  readonly confirmLabel: string;
  /** `danger` when the runner goes by it. */
  readonly kind: 'main' | 'danger';
  readonly done: string;
}

/** The words for taking back the last change of a runner. */
export function describeUndo({ entry, subject }: ListedChange): UndoWords {
  const { before, after } = entry;
  if (!after) {
    const band = before?.raceNumber ? `, with band ${before.raceNumber}` : '';
    return {
      title: `Bring back ${subject}?`,
      consequence: `They are in the list again as they were${band}.`,
      confirmLabel: 'Bring back',
      kind: 'main',
      done: `Brought back: ${subject}`,
    };
  }
  if (!before) {
    return {
      title: `Take ${subject} off the list?`,
      consequence: 'They were not in it before. A band they have is free then.',
      confirmLabel: 'Take off',
      kind: 'danger',
      done: `Taken off the list: ${subject}`,
    };
  }
  return {
    title: `Undo the last change of ${subject}?`,
    consequence: 'All of it becomes what it was before.',
    confirmLabel: 'Undo',
    kind: 'main',
    done: `The last change of ${subject} is undone.`,
  };
}
