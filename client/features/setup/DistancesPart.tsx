import type { ReactNode } from 'react';

import type { Clock, DistanceSetup } from '#shared/model/race-setup.ts';
import {
  CheckField,
  ChipsField,
  NameField,
  OptionalText,
  SelectField,
  TextField,
} from './fields.tsx';
import { listCodes, nameNew, type PartProps } from './part-props.ts';
import styles from './Parts.module.css';
import { RowList } from './RowList.tsx';
import { type Bound, bindField, orElse, changeField } from './rows.ts';

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

/** The distances to enter for, in the order of their tabs. */
export function DistancesPart({ setup, onRename, onRemove }: PartProps): ReactNode {
  const { value: race } = setup;
  const list = bindField(setup, 'distances');
  const main: Bound<string | undefined> = {
    at: 'distances.main',
    value: race.distances.find(({ isMain }) => isMain)?.code,
    onChange: (code) => {
      list.onChange(
        race.distances.map((one) => changeField(one, 'isMain', one.code === code || undefined)),
      );
    },
  };
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          field={main}
          label="Tab that opens first"
          options={listCodes(race.distances)}
          unsaid="The first"
        />
      </div>
      <RowList
        list={list}
        title="Distances"
        noun="distance"
        nameOf={({ name, code }) => name || code}
        describe={({ code, course }) => `${code} · course ${course}`}
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
        {(row, index) => (
          <>
            <div className={styles.fields}>
              <NameField
                field={bindField(row, 'code')}
                label="Code"
                hint="Used in addresses and files."
                onRename={onRename('distances', index)}
              />
              <TextField field={bindField(row, 'name')} label="Name" />
              <SelectField
                field={orElse(bindField(row, 'course'), '')}
                label="Course"
                options={race.courses.map(({ id, name }) => [id, name])}
              />
              <ClockFields row={row} />
              <SelectField
                field={bindField(row, 'rounding')}
                label="Times are shown"
                options={ROUNDINGS}
                unsaid="Rounded up to a whole second"
              />
              <SelectField
                field={bindField(row, 'ties')}
                label="Equal times"
                options={TIES}
                unsaid="Share the place: 1, 1, 3"
              />
              <SelectField
                field={bindField(row, 'rankedBy')}
                label="Ranked by"
                options={[['laps', 'Laps within the limit']]}
                unsaid="Time"
              />
              <OptionalText
                field={bindField(row, 'earliestFinish')}
                label="Earliest possible finish"
                example="as the settings say"
              />
              <OptionalText field={bindField(row, 'limit')} label="Time limit" example="HH:MM:SS" />
              <OptionalText
                field={bindField(row, 'closesAt')}
                label="Finish closes at (time of day)"
                example="HH:MM:SS"
              />
              {row.value.rankedBy === 'laps' ? (
                <OptionalText
                  field={bindField(row, 'lapEvery')}
                  label="Each lap has, or they are out"
                  example="01:00:00"
                />
              ) : null}
            </div>
            {race.segments.length === 0 ? null : (
              <ChipsField
                field={orElse(bindField(row, 'segments'), [])}
                label="Segments on it"
                options={listCodes(race.segments)}
                isList
              />
            )}
            <div className="flow">
              <CheckField
                field={bindField(row, 'isRanked')}
                label="With places (not for early starters and walkers)"
                unsaid
              />
              <CheckField
                field={bindField(row, 'hasOwnStarts')}
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
function ClockFields({ row }: { readonly row: Bound<DistanceSetup> }): ReactNode {
  const { at, value: clock, onChange } = bindField(row, 'clock');
  const overall: Bound<Clock | undefined> = {
    at: `${at}.overall`,
    value: clock?.overall,
    onChange: (value) => onChange(value && { overall: value, category: clock?.category ?? value }),
  };
  return (
    <>
      <SelectField
        field={overall}
        label="Time that ranks"
        options={CLOCKS}
        unsaid="As the settings say"
      />
      {clock ? (
        <SelectField
          field={{
            at: `${at}.category`,
            value: clock.category,
            onChange: (category = clock.overall) => onChange({ ...clock, category }),
          }}
          label="In the categories"
          options={CLOCKS}
        />
      ) : null}
    </>
  );
}
