import type { RaceRow } from '#server/race/race-rows.ts';

/** A woman of 42 who is entered and was not seen yet, with what is said of her instead. */
export function buildRow(given: Partial<RaceRow> = {}): RaceRow {
  return {
    runnerId: 'runner',
    isPrivate: false,
    position: null,
    status: 'awaited',
    startMs: null,
    totalMs: null,
    gunMs: null,
    chipMs: null,
    family: 'Prydderch',
    given: 'Siân',
    sex: 'F',
    birthDate: '1984-02-29',
    age: 42,
    nationality: 'GBR',
    club: 'Rhedwyr Preseli',
    bib: '88',
    category: 'F40',
    chips: [],
    splitsMs: [null, null, null],
    ...given,
  };
}
