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
