import type { ReactNode } from 'react';

import { type CategoryScheme, type CategorySetup, SEXES } from '#shared/model/race-setup.ts';
import {
  ChipsField,
  NameField,
  NumberField,
  SelectField,
  TextField,
  useFormValue,
} from '#client/kit/form-fields.tsx';
import { FIELD_GRID, nameNew, type PartProps } from './part-fields.tsx';
import { RowList } from './RowList.tsx';

type AgeOn = CategoryScheme['ageOn'];
const RULES = [
  ['race-day', 'Race day'],
  ['year-end', '31 December of the race year'],
  ['day', 'A fixed day in the race year'],
  ['season', 'A fixed day before the race'],
] as const satisfies readonly (readonly [AgeOn['rule'], string])[];
const USUAL_DAY = '08-31';

export function CategoriesPart({ race, onRename }: PartProps): ReactNode {
  const [ageOn, setAgeOn] = useFormValue<AgeOn>('categories.ageOn');
  const day = 'day' in ageOn ? ageOn.day : undefined;
  return (
    <>
      <div className={FIELD_GRID}>
        <SelectField
          name="categories.ageOn.rule"
          label="Age is taken on"
          options={RULES}
          onChosen={(rule) => {
            const hasDay = rule === 'day' || rule === 'season';
            setAgeOn((hasDay ? { rule, day: day ?? USUAL_DAY } : { rule }) as AgeOn);
          }}
        />
        {day === undefined ? null : (
          <TextField
            name="categories.ageOn.day"
            label="Day (month-day)"
            hint="The age of UK juniors is taken on 31 August: 08-31."
          />
        )}
      </div>
      <RowList
        at="categories.table"
        title="Categories"
        noun="category"
        isTable
        nameOf={({ code }: CategorySetup) => code}
        create={(): CategorySetup => ({ code: nameNew(race, 'categories', 'C'), sexes: ['X'] })}
      >
        {(_row, index) => (
          <>
            <NameField name="code" label="Code" onLeave={onRename('categories', index)} />
            <TextField isOptional name="name" label="Name" />
            <NumberField name="from" label="From age" />
            <NumberField name="to" label="To age" />
            <TextField isOptional name="ageDay" label="Own age day" placeholder="MM-DD" />
            <ChipsField name="sexes" label="Sexes" options={SEXES.map((sex) => [sex, sex])} />
          </>
        )}
      </RowList>
    </>
  );
}
