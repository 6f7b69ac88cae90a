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
import { listCodes, type PartProps, SEX_OPTIONS } from './part-props.ts';
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
  const left = race.categories.table.filter(({ code }) => {
    return !prizes.some(({ categories }) => categories?.includes(code));
  });
  const addForEach = (): void => {
    const added = left.map(({ code, name = code }): PrizeSetup => {
      return { name: `First ${name}`, places: 1, categories: [code], isExclusive: true };
    });
    setPrizes([...prizes, ...added]);
  };
  return (
    <>
      {left.length === 0 ? null : (
        <div className="row">
          <Button onClick={addForEach}>Add one for each category without a prize</Button>
        </div>
      )}
      <RowList
        at="prizes"
        title="Prizes"
        noun="prize"
        nameOf={({ name }: PrizeSetup) => name}
        describe={(prize) => describePrize(prize)}
        create={() => ({ name: nameAnother(race.prizes, 'Prize '), places: 3, isExclusive: false })}
      >
        {(at) => (
          <>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-3 gap-y-2.5">
              <TextField name={`${at}.name`} label="Name" />
              <NumberField name={`${at}.places`} label="Places" />
              <SelectField
                name={`${at}.segment`}
                label="By"
                options={listCodes(race.segments)}
                unsaid="The finish"
              />
              <ListField name={`${at}.clubs`} label="Only these clubs" placeholder="any club" />
            </div>
            <ForWhom at={at} race={race} />
            <ChipsField
              name={`${at}.categories`}
              label="Categories"
              hint="None chosen means all."
              options={race.categories.table.map(({ code }) => [code, code])}
              isOptional
            />
            <CheckField
              name={`${at}.isExclusive`}
              label="The winner can’t also win an exclusive prize further down"
            />
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
      {(at) => (
        <>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-3 gap-y-2.5">
            <TextField name={`${at}.name`} label="Name" />
            <NumberField name={`${at}.count`} label="How many count" />
            <NumberField name={`${at}.leastWomen`} label="At least this many women" />
            <SelectField name={`${at}.by`} label="Ranked by" options={TEAMS_BY} />
            <NumberField
              name={`${at}.perClub`}
              label="Most teams per club"
              hint="Empty: no limit."
            />
          </div>
          <ForWhom at={at} race={race} />
        </>
      )}
    </RowList>
  );
}

/** Distances and sexes; none chosen means all. */
function ForWhom({ at, race }: { readonly at: string; readonly race: RaceSetup }): ReactNode {
  return (
    <div className="flow">
      <ChipsField
        name={`${at}.distances`}
        label="Distances (none chosen: all)"
        options={listCodes(race.distances)}
        isOptional
      />
      <ChipsField
        name={`${at}.sexes`}
        label="Of (none chosen: all)"
        options={SEX_OPTIONS}
        isOptional
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
