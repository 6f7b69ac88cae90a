import { foldText } from '#shared/format/fold-text.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ChangeEntry } from '#shared/wire/runners-api.ts';

import type { EntryWords } from './describe-entry.ts';
import { describeEntry } from './describe-entry.ts';

/** A change, as it is shown and as it is found. */
export interface ListedChange extends EntryWords {
  readonly entry: ChangeEntry;
  /** Folded, each word after a blank. */
  readonly words: string;
}

/** Puts the changes into words, once for all that is typed into the filter. */
export function listChanges(
  entries: readonly ChangeEntry[],
  config: RaceConfig | undefined,
): ListedChange[] {
  return entries.map((entry) => {
    const words = describeEntry(entry, config);
    const states = [entry.before, entry.after].flatMap((state) =>
      state
        ? [
            state.firstName,
            state.lastName,
            state.bibNumber,
            state.raceNumber,
            (state.earlierBands ?? []).join(' '),
          ]
        : [],
    );
    const texts = [entry.by, words.subject, ...words.lines, ...states];
    return { ...words, entry, words: ` ${foldText(texts.join(' '))}` };
  });
}

/** Those in which each word of the text begins one: a name, a bib, a band, an organiser, `deleted`. */
export function findChanges(
  changes: readonly ListedChange[],
  text: string,
): readonly ListedChange[] {
  const wanted = foldText(text);
  if (wanted === '') return changes;
  const parts = wanted.split(' ');
  return changes.filter(({ words }) => parts.every((part) => words.includes(` ${part}`)));
}
