import type { ReactNode } from 'react';

import { type CategoryScheme, type CategorySetup, SEXES } from '#shared/model/race-setup.ts';
import { Button } from '#client/ui/Button.tsx';
import { CATEGORY_SETS, fillIn } from './category-sets.ts';
import {
  ChipsField,
  NameField,
  NumberField,
  OptionalText,
  SelectField,
  TextField,
} from './fields.tsx';
import { nameNew, type PartProps } from './part-props.ts';
import styles from './Parts.module.css';
import { RowList } from './RowList.tsx';
import { bindField, orElse } from './rows.ts';

type AgeOn = CategoryScheme['ageOn'];
const RULES = [
  ['race-day', 'On race day'],
  ['year-end', 'On 31 December'],
  ['day', 'On a day that year'],
  ['season', 'On a day before it'],
] as const satisfies readonly (readonly [AgeOn['rule'], string])[];
const USUAL_DAY = '08-31';

/** Who is ranked with whom, by sex and age. */
export function CategoriesPart({ setup, onRename, onRemove }: PartProps): ReactNode {
  const scheme = bindField(setup, 'categories');
  const ageOn = bindField(scheme, 'ageOn');
  const table = bindField(scheme, 'table');
  const day = 'day' in ageOn.value ? ageOn.value : undefined;
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          field={{
            at: `${ageOn.at}.rule`,
            value: ageOn.value.rule,
            onChange: (rule = 'race-day') => {
              ageOn.onChange(
                rule === 'day' || rule === 'season'
                  ? { rule, day: day?.day ?? USUAL_DAY }
                  : { rule },
              );
            },
          }}
          label="The age counts"
          options={RULES}
        />
        {day ? (
          <TextField
            field={{
              at: `${ageOn.at}.day`,
              value: day.day,
              onChange: (text) => ageOn.onChange({ ...day, day: text }),
            }}
            label="Day (month-day)"
            hint="Ages of UK juniors count on 31 August: 08-31."
          />
        ) : null}
      </div>
      <div className="stack-6">
        <p className="text-s bold muted">Fill in a standard set for these ages:</p>
        <div className="flow">
          {CATEGORY_SETS.map((set) => (
            <Button key={set.label} onClick={() => table.onChange(fillIn(table.value, set))}>
              {set.label}
            </Button>
          ))}
        </div>
      </div>
      <RowList
        list={table}
        title="Categories"
        noun="category"
        isTable
        nameOf={({ code }) => code}
        create={(): CategorySetup => ({
          code: nameNew(setup.value, 'categories', 'C'),
          sexes: ['X'],
        })}
        onRemove={onRemove('categories')}
      >
        {(row, index) => (
          <>
            <NameField
              field={bindField(row, 'code')}
              label="Code"
              onRename={onRename('categories', index)}
            />
            <OptionalText field={bindField(row, 'name')} label="Name" />
            <NumberField field={bindField(row, 'from')} label="From age" />
            <NumberField field={bindField(row, 'to')} label="To age" />
            <OptionalText
              field={bindField(row, 'ageDay')}
              label="On a day of its own"
              example="MM-DD"
            />
            <ChipsField
              field={orElse(bindField(row, 'sexes'), [])}
              label="Sexes"
              options={SEXES.map((sex) => [sex, sex])}
              isList
            />
          </>
        )}
      </RowList>
    </>
  );
}
