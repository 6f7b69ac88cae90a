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
  useFormValue,
} from '#client/kit/form-fields.tsx';
import { listCodes, type PartProps, SEX_OPTIONS } from './part-fields.tsx';
import { RowList } from './RowList.tsx';
import { findFreeName } from './setup-draft.ts';

const TEAMS_BY = [
  ['place', 'Sum of places'],
  ['time', 'Sum of times'],
  ['relay', 'Relay: each runs a leg'],
] as const;

/** The prizes, in the order in which they are announced. */
export function PrizesPart({ race }: PartProps): ReactNode {
  const [prizes, setPrizes] = useFormValue<RaceSetup['prizes']>('prizes');
  const withoutPrize = race.categories.table.filter(
    ({ code }) => !prizes.some(({ categories }) => categories?.includes(code)),
  );
  const addForEach = (): void => {
    const added = withoutPrize.map(({ code, name = code }): PrizeSetup => {
      return { name: `First ${name}`, places: 1, categories: [code], isExclusive: true };
    });
    setPrizes([...prizes, ...added]);
  };
  return (
    <>
      {withoutPrize.length === 0 ? null : (
        <div className="row">
          <Button onClick={addForEach}>Add one for each category without a prize</Button>
        </div>
      )}
      <RowList
        at="prizes"
        title="Prizes"
        noun="prize"
        nameOf={({ name }: PrizeSetup) => name}
        describe={describePrize}
        create={() => ({ name: nameAnother(race.prizes, 'Prize '), places: 3, isExclusive: false })}
      >
        {() => (
          <>
            <TextField name="name" label="Name" />
            <NumberField name="places" label="Places" />
            <SelectField
              name="segment"
              label="By"
              options={listCodes(race.segments)}
              unsaid="The finish"
            />
            <ListField name="clubs" label="Only these clubs" placeholder="any club" />
            <EligibleFields race={race} />
            <ChipsField
              name="categories"
              label="Categories (none chosen: all)"
              options={race.categories.table.map(({ code }) => [code, code])}
              isOptional
            />
            <div className="col-span-full">
              <CheckField
                name="isExclusive"
                label="The winner can’t also win an exclusive prize further down"
              />
            </div>
          </>
        )}
      </RowList>
    </>
  );
}

export function TeamsPart({ race }: PartProps): ReactNode {
  return (
    <RowList
      at="teams"
      title="Teams"
      noun="team ranking"
      nameOf={({ name }: TeamSetup) => name}
      describe={({ count, by }) => `${count} count · ${new Map(TEAMS_BY).get(by)?.toLowerCase()}`}
      create={(): TeamSetup => ({ name: nameAnother(race.teams, 'Teams '), count: 3, by: 'place' })}
    >
      {() => (
        <>
          <TextField name="name" label="Name" />
          <NumberField name="count" label="Scoring runners per team" />
          <NumberField name="leastWomen" label="Minimum women" />
          <SelectField name="by" label="Ranked by" options={TEAMS_BY} />
          <NumberField name="perClub" label="Most teams per club" hint="Empty: no limit." />
          <EligibleFields race={race} />
        </>
      )}
    </RowList>
  );
}

function EligibleFields({ race }: { readonly race: RaceSetup }): ReactNode {
  return (
    <>
      <ChipsField
        name="distances"
        label="Distances (none chosen: all)"
        options={listCodes(race.distances)}
        isOptional
      />
      <ChipsField name="sexes" label="Sexes (none chosen: all)" options={SEX_OPTIONS} isOptional />
    </>
  );
}

function nameAnother(rows: readonly { readonly name: string }[], stem: string): string {
  const names = rows.map(({ name }) => name);
  return findFreeName(names, stem);
}

function describePrize({ places, distances, sexes, categories, isExclusive }: PrizeSetup): string {
  const whom = [...(distances ?? []), ...(sexes ?? []), ...(categories ?? [])].join(', ');
  return [places === 1 ? 'the first' : `the first ${places}`, whom, isExclusive ? 'exclusive' : '']
    .filter(Boolean)
    .join(' · ');
}
