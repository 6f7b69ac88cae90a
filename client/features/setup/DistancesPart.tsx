import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';

import type { DistanceSetup } from '#shared/model/race-setup.ts';
import {
  CheckField,
  ChipsField,
  NameField,
  SelectField,
  TextField,
  useFormValue,
} from '#client/kit/form-fields.tsx';
import { FIELD_GRID, listCodes, nameNew, type PartProps, SpanField } from './part-fields.tsx';
import { RowList } from './RowList.tsx';

const CLOCKS = [
  ['gun', 'The gun'],
  ['chip', 'Their own start'],
] as const;
const ROUNDINGS = [
  ['down', 'Rounded down to the second'],
  ['none', 'Not rounded'],
] as const;
const TIES = [
  ['dense', 'No place is left out: 1, 1, 2'],
  ['shown', 'Share it by the seconds shown'],
] as const;

export function DistancesPart({ race, onRename }: PartProps): ReactNode {
  const { setValue } = useFormContext();
  return (
    <>
      <div className={FIELD_GRID}>
        <SelectField
          name="distances.main"
          label="Tab that opens first"
          options={listCodes(race.distances)}
          unsaid="The first"
          value={race.distances.find(({ isMain }) => isMain)?.code}
          onChosen={(chosen) => {
            for (const [index, { code }] of race.distances.entries()) {
              setValue(`distances.${index}.isMain`, code === chosen || undefined);
            }
          }}
        />
      </div>
      <RowList
        at="distances"
        title="Distances"
        noun="distance"
        nameOf={({ name, code }: DistanceSetup) => name || code}
        describe={({ code, course }) =>
          `${code} · course ${race.courses.find(({ id }) => id === course)?.name ?? course}`
        }
        create={() => {
          const code = nameNew(race, 'distances', 'D');
          const course = race.courses[0]?.id ?? '';
          return { code, name: `Distance ${code}`, course, segments: [] };
        }}
      >
        {(row, index) => (
          <>
            <NameField
              name="code"
              label="Code"
              hint="Used in addresses and files."
              onLeave={onRename('distances', index)}
            />
            <TextField name="name" label="Name" />
            <SelectField
              name="course"
              label="Course"
              options={race.courses.map(({ id, name }) => [id, name])}
            />
            <ClockFields />
            <SelectField
              name="rounding"
              label="Times are shown"
              options={ROUNDINGS}
              unsaid="Rounded up to a whole second"
            />
            <SelectField
              name="ties"
              label="Equal times"
              options={TIES}
              unsaid="Share the place: 1, 1, 3"
            />
            <SelectField
              name="rankedBy"
              label="Ranked by"
              options={[['laps', 'Laps within the limit']]}
              unsaid="Time"
            />
            <SpanField
              name="earliestFinish"
              label="Earliest possible finish"
              placeholder="as on Config"
              hint="For a short run: earlier reads at the finish do not count."
            />
            <SpanField name="limit" label="Time limit" />
            <SpanField name="closesAt" label="Finish closes at (time of day)" />
            {row.rankedBy === 'laps' ? (
              <SpanField name="lapEvery" label="Time for each lap" hint="Slower runners are out." />
            ) : null}
            {race.segments.length + row.segments.length === 0 ? null : (
              <ChipsField
                name="segments"
                label="Segments on it"
                options={listCodes(race.segments)}
              />
            )}
            <div className="flow col-span-full">
              <CheckField
                name="isRanked"
                label="With places (not for early starters and walkers)"
                isDefault
              />
              <CheckField name="hasOwnStarts" label="Everyone starts at their own time" />
            </div>
          </>
        )}
      </RowList>
    </>
  );
}

/** Where the time that ranks begins: overall and, once that is chosen, in the categories. */
function ClockFields(): ReactNode {
  const [clock, setClock] = useFormValue<Clock | undefined>('clock');
  return (
    <>
      <SelectField
        name="clock.overall"
        label="Ranked times start from"
        options={CLOCKS}
        unsaid="As on Config"
        onChosen={(overall) =>
          setClock(overall === '' ? undefined : ({ category: overall, ...clock, overall } as Clock))
        }
      />
      {clock ? (
        <SelectField name="clock.category" label="Category times start from" options={CLOCKS} />
      ) : null}
    </>
  );
}

type Clock = NonNullable<DistanceSetup['clock']>;
