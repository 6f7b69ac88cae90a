import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';

import type { DistanceSetup } from '#shared/model/race-setup.ts';
import {
  CheckField,
  ChipsField,
  NameField,
  SelectField,
  TextField,
} from '#client/kit/form-fields.tsx';
import { listCodes, nameNew, type PartProps } from './part-props.ts';
import { RowList } from './RowList.tsx';

const CLOCKS = [
  ['gun', 'From the gun'],
  ['chip', 'From their own start'],
] as const;
const ROUNDINGS = [
  ['down', 'Down to the second'],
  ['none', 'Not rounded'],
] as const;
const TIES = [
  ['dense', 'No place is left out: 1, 1, 2'],
  ['shown', 'Share it by the seconds shown'],
] as const;

export function DistancesPart({ race, onRename, onRemove }: PartProps): ReactNode {
  const { setValue } = useFormContext();
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-3 gap-y-2.5">
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
          return {
            code,
            name: `Distance ${code}`,
            course: race.courses[0]?.id ?? '',
            segments: [],
          };
        }}
        onRemove={onRemove('distances')}
      >
        {(at, row, index) => (
          <>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-3 gap-y-2.5">
              <NameField
                name={`${at}.code`}
                label="Code"
                hint="Used in addresses and files."
                onLeave={onRename('distances', index)}
              />
              <TextField name={`${at}.name`} label="Name" />
              <SelectField
                name={`${at}.course`}
                label="Course"
                options={race.courses.map(({ id, name }) => [id, name])}
              />
              <ClockFields at={`${at}.clock`} clock={row.clock} />
              <SelectField
                name={`${at}.rounding`}
                label="Times are shown"
                options={ROUNDINGS}
                unsaid="Rounded up to a whole second"
              />
              <SelectField
                name={`${at}.ties`}
                label="Equal times"
                options={TIES}
                unsaid="Share the place: 1, 1, 3"
              />
              <SelectField
                name={`${at}.rankedBy`}
                label="Ranked by"
                options={[['laps', 'Laps within the limit']]}
                unsaid="Time"
              />
              <TextField
                isOptional
                name={`${at}.earliestFinish`}
                label="Earliest possible finish"
                placeholder="as on Config"
              />
              <TextField
                isOptional
                name={`${at}.limit`}
                label="Time limit"
                placeholder="HH:MM:SS"
              />
              <TextField
                isOptional
                name={`${at}.closesAt`}
                label="Finish closes at (time of day)"
                placeholder="HH:MM:SS"
              />
              {row.rankedBy === 'laps' ? (
                <TextField
                  isOptional
                  name={`${at}.lapEvery`}
                  label="Each lap has, or they are out"
                  placeholder="01:00:00"
                />
              ) : null}
            </div>
            {race.segments.length === 0 ? null : (
              <ChipsField
                name={`${at}.segments`}
                label="Segments on it"
                options={listCodes(race.segments)}
              />
            )}
            <div className="flow">
              <CheckField
                name={`${at}.isRanked`}
                label="With places (not for early starters and walkers)"
                unsaid
              />
              <CheckField
                name={`${at}.hasOwnStarts`}
                label="Everyone starts at their own time"
                unsaid={false}
              />
            </div>
          </>
        )}
      </RowList>
    </>
  );
}

/** Which time ranks: overall, and where the race says so, in the categories. */
function ClockFields({
  at,
  clock,
}: {
  readonly at: string;
  readonly clock: DistanceSetup['clock'];
}): ReactNode {
  const { setValue } = useFormContext();
  return (
    <>
      <SelectField
        name={`${at}.overall`}
        label="Time that ranks"
        options={CLOCKS}
        unsaid="As on Config"
        onChosen={(overall) =>
          setValue(at, overall === '' ? undefined : { category: overall, ...clock, overall })
        }
      />
      {clock ? (
        <SelectField name={`${at}.category`} label="In the categories" options={CLOCKS} />
      ) : null}
    </>
  );
}
