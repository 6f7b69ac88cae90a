import type { ReactNode } from 'react';

import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { ImportPreview } from '#shared/wire/import-api.ts';
import { OTHER_CATEGORIES } from '#shared/wire/import-mapping.ts';

import { CHOICE_GRID } from './EventChoices.tsx';
import { Field } from '#client/ui/Field.tsx';
import { type Choices, chooseCategory, chooseOtherCategories, findHeader } from './choices.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';

export interface CategoryChoicesProps {
  readonly preview: ImportPreview;
  /** The field chosen for each header. */
  readonly fields: ReadonlyMap<string, string>;
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
}

/** Asks what the age categories of the file mean, and what to do with those that match none here. */
export function CategoryChoices(props: CategoryChoicesProps): ReactNode {
  const { preview, fields, choices, onChoose, isDisabled } = props;
  const { data: config = DEFAULT_CONFIG } = useConfig();
  const { categoryValues, moreCategoryValues, columns } = preview;
  const header = findHeader(fields, 'ageGroup');
  // The values belong to the column that held the category at the server's last look.
  const isCurrent = columns.some(
    (column) => column.header === header && column.field === 'ageGroup',
  );
  if (header === undefined || !isCurrent || categoryValues.length === 0) return null;
  const isSame = choices.categoriesOf === header;
  const others = isSame ? choices.otherCategories : undefined;
  // The server reports such a value like a row without a category, also where it works the category out row by row.
  const isLeftToOthers = (value: string, ageGroup: string | null): boolean =>
    others !== undefined && ageGroup === '' && !choices.categories.has(value);
  const isOpen = isSame || categoryValues.some(({ ageGroup }) => ageGroup === null);
  return (
    <details className="stack-6 shrinks" open={isOpen}>
      <summary className="opener line touch bold w-fit text-s text-muted">
        Age categories <span className="font-regular underline">change</span>
      </summary>
      <fieldset className={`well max-h-[24rem] overflow-y-auto p-3.5 pt-2.5 ${CHOICE_GRID}`}>
        <legend className="visually-hidden">What the file’s age categories mean</legend>
        <OtherCategoriesSelect {...props} header={header} />
        {categoryValues.map(({ value, rows, ageGroup }) => (
          <Field key={value} label={`${value} (${countOf(rows, 'runner')})`}>
            {(control) => (
              <select
                {...control}
                value={isLeftToOthers(value, ageGroup) ? UNDECIDED : (ageGroup ?? UNDECIDED)}
                disabled={isDisabled}
                onChange={({ currentTarget: { value: chosen } }) => {
                  const group = chosen === UNDECIDED ? undefined : chosen;
                  onChoose(chooseCategory(choices, header, [value, group]));
                }}
              >
                <option value={UNDECIDED}>
                  {others ? 'Same as the rest' : 'Choose a category'}
                </option>
                <option value="">None</option>
                {coursesOf(config).categories.map((group) => (
                  <option key={group}>{group}</option>
                ))}
              </select>
            )}
          </Field>
        ))}
        {moreCategoryValues > 0 ? (
          <p>
            … and {moreCategoryValues} more: is “{header}” the age category?
          </p>
        ) : null}
      </fieldset>
    </details>
  );
}

const OTHER_LABELS = {
  empty: 'No category',
  'worked-out': 'Work it out from sex and age',
} as const;

function OtherCategoriesSelect(
  props: CategoryChoicesProps & { readonly header: string },
): ReactNode {
  const { fields, choices, onChoose, isDisabled, header } = props;
  const found = new Set(fields.values());
  const canWorkOut = found.has('sex') && (found.has('birthDate') || found.has('age'));
  const chosen = choices.categoriesOf === header ? choices.otherCategories : undefined;
  return (
    <Field label="All the rest">
      {(control) => (
        <select
          {...control}
          value={chosen ?? UNDECIDED}
          disabled={isDisabled}
          onChange={({ currentTarget: { value } }) => {
            const others = OTHER_CATEGORIES.find((each) => each === value);
            onChoose(chooseOtherCategories(choices, header, others));
          }}
        >
          <option value={UNDECIDED}>Choose one by one</option>
          {OTHER_CATEGORIES.filter((each) => each === 'empty' || canWorkOut).map((each) => (
            <option key={each} value={each}>
              {OTHER_LABELS[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The value of the select until an answer is chosen. */
const UNDECIDED = '?';
