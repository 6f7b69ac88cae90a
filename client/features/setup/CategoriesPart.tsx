import type { ReactNode } from 'react';

import { type CategoryScheme, type CategorySetup, SEXES } from '#shared/model/race-setup.ts';
import { Button } from '#client/ui/Button.tsx';
import { CATEGORY_SETS, fillIn } from './category-sets.ts';
import {
  ChipsField,
  NameField,
  NumberField,
  SelectField,
  TextField,
  useFormValue,
} from '#client/kit/form-fields.tsx';
import { nameNew, type PartProps } from './part-props.ts';
import { RowList } from './RowList.tsx';

type AgeOn = CategoryScheme['ageOn'];
const RULES = [
  ['race-day', 'On race day'],
  ['year-end', 'On 31 December'],
  ['day', 'On a day that year'],
  ['season', 'On a day before it'],
] as const satisfies readonly (readonly [AgeOn['rule'], string])[];
const USUAL_DAY = '08-31';

export function CategoriesPart({ race, onRename, onRemove }: PartProps): ReactNode {
  const [table, setTable] = useFormValue<CategoryScheme['table']>('categories.table');
  const [ageOn, setAgeOn] = useFormValue<AgeOn>('categories.ageOn');
  const day = 'day' in ageOn ? ageOn.day : undefined;
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-3 gap-y-2.5">
        <SelectField
          name="categories.ageOn.rule"
          label="The age counts"
          options={RULES}
          onChosen={(rule) =>
            setAgeOn(
              (rule === 'day' || rule === 'season'
                ? { rule, day: day ?? USUAL_DAY }
                : { rule }) as AgeOn,
            )
          }
        />
        {day === undefined ? null : (
          <TextField
            name="categories.ageOn.day"
            label="Day (month-day)"
            hint="Ages of UK juniors count on 31 August: 08-31."
          />
        )}
      </div>
      <div className="stack-6">
        <p className="text-s bold muted">Fill in a standard set for these ages:</p>
        <div className="flow">
          {CATEGORY_SETS.map((set) => (
            <Button key={set.label} onClick={() => setTable(fillIn(table, set))}>
              {set.label}
            </Button>
          ))}
        </div>
      </div>
      <RowList
        at="categories.table"
        title="Categories"
        noun="category"
        isTable
        nameOf={({ code }: CategorySetup) => code}
        create={(): CategorySetup => ({
          code: nameNew(race, 'categories', 'C'),
          sexes: ['X'],
        })}
        onRemove={onRemove('categories')}
      >
        {(at, _row, index) => (
          <>
            <NameField name={`${at}.code`} label="Code" onLeave={onRename('categories', index)} />
            <TextField isOptional name={`${at}.name`} label="Name" />
            <NumberField name={`${at}.from`} label="From age" />
            <NumberField name={`${at}.to`} label="To age" />
            <TextField
              isOptional
              name={`${at}.ageDay`}
              label="On a day of its own"
              placeholder="MM-DD"
            />
            <ChipsField
              name={`${at}.sexes`}
              label="Sexes"
              options={SEXES.map((sex) => [sex, sex])}
            />
          </>
        )}
      </RowList>
    </>
  );
}
