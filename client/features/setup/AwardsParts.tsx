import type { ReactNode } from 'react';

import { Button } from '#client/ui/Button.tsx';
import type { PrizeSetup, RaceSetup, TeamSetup } from '#shared/model/race-setup.ts';
import {
  CheckField,
  ChipsField,
  ListField,
  NumberField,
  SelectField,
  TextField,
} from './fields.tsx';
import { listCodes, type PartProps, SEX_OPTIONS } from './part-props.ts';
import styles from './Parts.module.css';
import { RowList } from './RowList.tsx';
import { type Bound, bindField, orElse } from './rows.ts';
import { findFreeName } from './setup-draft.ts';

const TEAMS_BY = [
  ['place', 'Sum of places'],
  ['time', 'Sum of times'],
  ['relay', 'Relay: each runs a leg'],
] as const;

/** The prizes, in the order in which they are announced. */
export function PrizesPart({ setup }: PartProps): ReactNode {
  const { value: race } = setup;
  const prizes = bindField(setup, 'prizes');
  const left = race.categories.table.filter(({ code }) => {
    return !prizes.value.some(({ categories }) => categories?.includes(code));
  });
  const addForEach = (): void => {
    const added = left.map(({ code, name = code }): PrizeSetup => {
      return { name: `First ${name}`, places: 1, categories: [code], isExclusive: true };
    });
    prizes.onChange([...prizes.value, ...added]);
  };
  return (
    <>
      {left.length === 0 ? null : (
        <div className="row">
          <Button onClick={addForEach}>Add one for each category without a prize</Button>
        </div>
      )}
      <RowList
        list={prizes}
        title="Prizes"
        noun="prize"
        nameOf={({ name }) => name}
        describe={(prize) => describePrize(prize)}
        create={() => ({ name: nameAnother(race.prizes, 'Prize '), places: 3, isExclusive: false })}
      >
        {(row) => (
          <>
            <div className={styles.fields}>
              <TextField field={bindField(row, 'name')} label="Name" />
              <NumberField field={orElse(bindField(row, 'places'), Number.NaN)} label="Places" />
              <SelectField
                field={bindField(row, 'segment')}
                label="By"
                options={listCodes(race.segments)}
                unsaid="The finish"
              />
              <ListField
                field={bindField(row, 'clubs')}
                label="Only these clubs"
                example="any club"
              />
            </div>
            <ForWhom row={row} race={race} />
            <ChipsField
              field={bindField(row, 'categories')}
              label="Categories"
              hint="None chosen means all."
              options={race.categories.table.map(({ code }) => [code, code])}
            />
            <CheckField
              field={orElse(bindField(row, 'isExclusive'), false)}
              label="The winner can’t also win an exclusive prize further down"
              unsaid={false}
            />
          </>
        )}
      </RowList>
    </>
  );
}

/** The ranking of clubs. */
export function TeamsPart({ setup }: PartProps): ReactNode {
  const { value: race } = setup;
  return (
    <RowList
      list={bindField(setup, 'teams')}
      title="Teams"
      noun="team ranking"
      nameOf={({ name }) => name}
      describe={({ count, by }) => `${count} count · ${new Map(TEAMS_BY).get(by)?.toLowerCase()}`}
      create={(): TeamSetup => ({ name: nameAnother(race.teams, 'Teams '), count: 3, by: 'place' })}
    >
      {(row) => (
        <>
          <div className={styles.fields}>
            <TextField field={bindField(row, 'name')} label="Name" />
            <NumberField
              field={orElse(bindField(row, 'count'), Number.NaN)}
              label="How many count"
            />
            <NumberField field={bindField(row, 'leastWomen')} label="At least this many women" />
            <SelectField
              field={orElse(bindField(row, 'by'), 'place')}
              label="Ranked by"
              options={TEAMS_BY}
            />
            <NumberField
              field={bindField(row, 'perClub')}
              label="Most teams per club"
              hint="Empty: no limit."
            />
          </div>
          <ForWhom row={row} race={race} />
        </>
      )}
    </RowList>
  );
}

/** Distances and sexes; none chosen means all. */
function ForWhom<Row extends PrizeSetup | TeamSetup>(props: {
  readonly row: Bound<Row>;
  readonly race: RaceSetup;
}): ReactNode {
  const row = props.row as unknown as Bound<Pick<TeamSetup, 'distances' | 'sexes'>>;
  return (
    <div className="flow">
      <ChipsField
        field={bindField(row, 'distances')}
        label="Distances (none chosen: all)"
        options={listCodes(props.race.distances)}
      />
      <ChipsField
        field={bindField(row, 'sexes')}
        label="Of (none chosen: all)"
        options={SEX_OPTIONS}
      />
    </div>
  );
}

function nameAnother(rows: readonly { readonly name: string }[], stem: string): string {
  return findFreeName(
    rows.map(({ name }) => name),
    stem,
  );
}

function describePrize({ places, distances, sexes, categories, isExclusive }: PrizeSetup): string {
  const whom = [...(distances ?? []), ...(sexes ?? []), ...(categories ?? [])].join(', ');
  return [places === 1 ? 'the first' : `the first ${places}`, whom, isExclusive ? 'exclusive' : '']
    .filter(Boolean)
    .join(' · ');
}
