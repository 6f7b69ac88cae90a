import type { RaceSetup } from '#shared/model/race-setup.ts';

import type { Bound } from './rows.ts';
import { findFreeName, type NamedList, namesOf } from './setup-draft.ts';

/** What each part of the screen works on. */
export interface PartProps {
  readonly setup: Bound<RaceSetup>;
  /** All that names a row of the list follows its new name. */
  readonly onRename: (list: NamedList, index: number) => (name: string) => void;
  /** Asks first where something names the row. */
  readonly onRemove: (list: NamedList) => (index: number) => void;
}

export type Option = readonly [value: string, label: string];

/** Points to choose from, of these kinds. */
export function listPoints({ points }: RaceSetup, kinds: readonly string[]): readonly Option[] {
  return points
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ id, name }) => [id, name === '' ? id.toUpperCase() : `${name} (${id})`]);
}

/** Distances, segments or categories to choose from. */
export function listCodes(
  rows: readonly { readonly code: string; readonly name?: string; readonly label?: string }[],
): readonly Option[] {
  return rows.map(({ code, name, label }) => [code, name ?? label ?? code]);
}

export const SEX_OPTIONS = [
  ['F', 'Women'],
  ['M', 'Men'],
  ['X', 'Others (X)'],
] as const;

/** A name for a new row that no other has. */
export function nameNew(setup: RaceSetup, list: NamedList, stem: string): string {
  return findFreeName(namesOf(setup, list), stem);
}
