import type { RaceSetup } from '#shared/model/race-setup.ts';

import type { Bound } from './rows.ts';
import { findFreeName, type NamedList, namesOf } from './setup-draft.ts';

export interface PartProps {
  readonly setup: Bound<RaceSetup>;
  /** Renames a row of the list, and everything that names it. */
  readonly onRename: (list: NamedList, index: number) => (name: string) => void;
  /** Removes a row; asks first where something names it. */
  readonly onRemove: (list: NamedList) => (index: number) => void;
}

export type Option = readonly [value: string, label: string];

/** The points of these kinds, as options. */
export function listPoints({ points }: RaceSetup, kinds: readonly string[]): readonly Option[] {
  return points
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ id, name }) => [id, name === '' ? id.toUpperCase() : `${name} (${id})`]);
}

/** Distances, segments or categories, as options. */
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

/** A free name for a new row. */
export function nameNew(setup: RaceSetup, list: NamedList, stem: string): string {
  return findFreeName(namesOf(setup, list), stem);
}
