import type { ReactNode } from 'react';

import type { RaceSetup } from '#shared/model/race-setup.ts';
import { type FieldProps, type Option, TextField } from '#client/kit/form-fields.tsx';
import { findFreeName, type NamedList, namesOf } from './setup-draft.ts';

export interface PartProps {
  readonly race: RaceSetup;
  /** Renames a row of the list, and every reference to it. */
  readonly onRename: (list: NamedList, index: number) => (name: string) => void;
}

export const FIELD_GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-3 gap-y-2.5';

/** A span or a time of day, or none. */
export function SpanField(props: FieldProps & { readonly placeholder?: string }): ReactNode {
  return <TextField isOptional placeholder="HH:MM:SS" {...props} />;
}

export function listPoints({ points }: RaceSetup, kinds: readonly string[]): readonly Option[] {
  return points
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ id, name }) => [id, name === '' ? id.toUpperCase() : `${name} (${id})`]);
}

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

export function nameNew(setup: RaceSetup, list: NamedList, stem: string): string {
  return findFreeName(namesOf(setup, list), stem);
}
