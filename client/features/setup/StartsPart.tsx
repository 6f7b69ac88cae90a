import type { ReactNode } from 'react';

import type { BibRange, RaceSetup, WaveSetup } from '#shared/model/race-setup.ts';
import { ChipsField, SelectField, TextField, WrittenField } from '#client/kit/form-fields.tsx';
import { listCodes, type PartProps } from './part-fields.tsx';
import { RowList } from './RowList.tsx';
import { findFreeName } from './setup-draft.ts';

export function StartsPart({ race }: PartProps): ReactNode {
  return (
    <>
      <p className="text-m muted anywhere">
        Each distance has a start. A wave is a group that starts separately. Set its start on
        Config, as for the distances.
      </p>
      <RowList
        at="waves"
        title="Waves"
        noun="wave"
        nameOf={({ name, id }: WaveSetup) => name || id}
        describe={(wave) => describeWave(wave, race)}
        create={() => {
          const ids = race.waves.map(({ id }) => id);
          const id = findFreeName(ids, 'wave-');
          const name = `Wave ${id.slice('wave-'.length)}`;
          return { id, name, distance: race.distances[0]?.code ?? '' };
        }}
      >
        {() => (
          <>
            <TextField name="id" label="Code" />
            <TextField name="name" label="Name" />
            <SelectField name="distance" label="Distance" options={listCodes(race.distances)} />
            <WrittenField
              name="who.bibs"
              label="Bibs"
              placeholder="1–199, 300–399"
              format={formatRanges}
              parse={parseRanges}
            />
            <ChipsField
              name="who.categories"
              label="Categories"
              hint="Without bibs or categories, only entries that name this wave are in it."
              options={race.categories.table.map(({ code }) => [code, code])}
              isOptional
            />
          </>
        )}
      </RowList>
    </>
  );
}

function describeWave({ id, distance, who }: WaveSetup, { distances }: RaceSetup): string {
  const name = distances.find(({ code }) => code === distance)?.name ?? distance;
  return [id, name, who?.categories?.join(', '), formatRanges(who?.bibs)]
    .filter(Boolean)
    .join(' · ');
}

/** `1–199, 300`. */
export function formatRanges(ranges: readonly BibRange[] = []): string {
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** Parses `1-199, 300`; the schema refuses anything that is not a number. */
export function parseRanges(text: string): readonly BibRange[] | undefined {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '');
  if (parts.length === 0) return undefined;
  return parts.map((part): BibRange => {
    const [from = '', to = from] = part.split(/[-–]/);
    return [readBib(from), readBib(to)];
  });
}

function readBib(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
