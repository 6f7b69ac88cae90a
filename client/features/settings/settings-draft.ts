import type { TextPart } from '#shared/model/setting-parts.ts';

import {
  type FormTexts,
  meaningOf,
  partsIn,
  type SettingTexts,
  showValue,
  textsBy,
} from './setting-texts.ts';

/** An edit of settings that others edit too. Immutable: each step returns another draft. */
export interface SettingsDraft extends FormTexts {
  /** Fields that show what somebody else saved while the form was open. */
  readonly updated: readonly TextPart[];
}

export function openDraft(values: SettingTexts): SettingsDraft {
  return { base: values, typed: replace(values, partsIn(values), shownOf(values)), updated: [] };
}

/**
 * Takes in fetched settings. A field that is changed here keeps its text, and its base unless both came to the same
 * value; so does `held`, the field with the cursor in it. All others show the new settings.
 */
export function absorb(draft: SettingsDraft, latest: SettingTexts, held?: string): SettingsDraft {
  const { base, typed, updated } = draft;
  const changed = partsIn(latest).filter((part) => latest[part] !== base[part]);
  if (changed.length === 0) return draft;
  const taken = changed.filter(
    (part) => part !== held && meaningOf(draft, part) === (base[part] ?? ''),
  );
  const agreed = changed.filter((part) => meaningOf(draft, part) === latest[part]);
  return {
    base: replace(base, [...taken, ...agreed], kept(latest)),
    typed: replace(typed, taken, shownOf(latest)),
    updated: [...new Set([...updated, ...taken])],
  };
}

/** Takes in what this screen saved in `fields`. A field that was edited since it was `sent` keeps its text. */
export function adopt(
  draft: SettingsDraft,
  saved: SettingTexts,
  fields: readonly TextPart[],
  { sent, held }: { readonly sent: SettingTexts; readonly held?: string | undefined },
): SettingsDraft {
  const { base, typed, updated } = draft;
  const still = fields.filter((field) => typed[field] === sent[field]);
  const own = {
    base: replace(base, fields, kept(saved)),
    typed: replace(typed, still, shownOf(saved)),
    updated,
  };
  return absorb(own, saved, held);
}

/** Ends a conflict: the field keeps the typed value over theirs, or shows theirs. */
export function settle(
  draft: SettingsDraft,
  field: TextPart,
  latest: SettingTexts,
  keep: 'mine' | 'theirs',
): SettingsDraft {
  const { base, typed } = draft;
  const shown = keep === 'theirs' ? [field] : [];
  return {
    ...draft,
    base: replace(base, [field], kept(latest)),
    typed: replace(typed, shown, shownOf(latest)),
  };
}

type TextOf = (field: TextPart) => string;

/** As the record keeps it. */
function kept(values: SettingTexts): TextOf {
  return (field) => values[field] ?? '';
}

/** As the form shows it. */
function shownOf(values: SettingTexts): TextOf {
  return (field) => showValue(field, values[field] ?? '');
}

function replace(texts: SettingTexts, fields: readonly TextPart[], textOf: TextOf): SettingTexts {
  return { ...texts, ...textsBy(fields, textOf) };
}
