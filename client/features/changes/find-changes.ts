import { queryOptions } from '@tanstack/react-query';
import { compileWords, foldText } from '#shared/format/fold-text.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ChipsReply } from '#shared/wire/missing-api.ts';
import type { ChangeEntry, SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { type EntryTexts, describeEntry } from './describe-entry.ts';
import { type Calls, NO_USE } from '#client/organisers/calls/calls.ts';
import { nameSource } from '#client/organisers/rollcall/describe-called.ts';
import { describeRefusal, undoLastChange } from '#client/organisers/runners/runner-calls.ts';

/** Newest first. */
export function changesQuery(calls: Calls) {
  return queryOptions({
    queryKey: ['changes'],
    queryFn: () => calls.get<ChangeEntry[]>('/apiadmin/changes', NO_USE),
  });
}

export interface ListedChange extends EntryTexts {
  readonly entry: ChangeEntry;
  readonly who: string;
  /** Folded, each word after a blank. */
  readonly words: string;
}

export function listChanges(
  entries: readonly ChangeEntry[],
  config: RaceConfig | undefined,
): ListedChange[] {
  return entries.map((entry) => {
    const words = describeEntry(entry, config);
    const who = config ? nameSource(entry.by, config) : entry.by;
    const states = [entry.before, entry.after].flatMap((state) => {
      if (!state) return [];
      const { firstName, lastName, bibNumber, raceNumber, earlierBands = [] } = state;
      return [firstName, lastName, bibNumber, raceNumber, earlierBands.join(' ')];
    });
    const chips = entry.action === 'chips' ? entry.values.map(({ name }) => name) : [];
    const texts = [entry.by, who, words.subject, ...words.lines, ...states, ...chips];
    return { ...words, entry, who, words: foldText(texts.join(' ')) };
  });
}

/** The changes in which each word of the text begins a name, a bib, a band, an organiser or a word such as `deleted`. */
export function findChanges(
  changes: readonly ListedChange[],
  text: string,
): readonly ListedChange[] {
  const find = compileWords(text, () => true);
  return find ? changes.filter(({ words }) => find(words)) : changes;
}

interface UndoTexts {
  readonly title: string;
  readonly consequence: string;
  readonly confirmLabel: string;
  /** `danger` when undoing deletes the runner. */
  readonly kind: 'main' | 'danger';
  readonly done: string;
}

export function describeUndo({ entry, subject }: ListedChange): UndoTexts {
  const { action, before, after, values } = entry;
  if (action !== 'chips' && !after) {
    const band = before?.raceNumber ? `, with band ${before.raceNumber}` : '';
    return {
      title: `Bring back ${subject}?`,
      consequence: `They go back on the list as they were${band}.`,
      confirmLabel: 'Bring back',
      kind: 'main',
      done: `Brought back: ${subject}`,
    };
  }
  if (action !== 'chips' && !before) {
    return {
      title: `Take ${subject} off the list?`,
      consequence: 'They were not on it before. Their band becomes free.',
      confirmLabel: 'Take off',
      kind: 'danger',
      done: `Taken off the list: ${subject}`,
    };
  }
  const what = action === 'chips' && values.length !== 1 ? 'these chips' : subject;
  return {
    title: `Undo the last change to ${what}?`,
    consequence:
      action === 'chips'
        ? 'Their reads count for the same runners as before.'
        : 'Everything goes back to what it was before.',
    confirmLabel: 'Undo',
    kind: 'main',
    done: `The last change to ${what} has been undone.`,
  };
}

/** Undoes a change; resolves with the reason if it is refused. */
export async function undoChange(
  calls: Calls,
  { action, runnerId, version }: ChangeEntry,
): Promise<string | undefined> {
  if (action === 'chips') {
    await calls.send<ChipsReply>('POST', '/chips/undo', { version });
    return undefined;
  }
  const reply: SaveRunnerReply = await undoLastChange(calls, runnerId ?? '', version);
  return describeRefusal(reply);
}
