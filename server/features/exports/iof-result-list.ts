import { XMLBuilder } from 'fast-xml-parser';

import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import type { RaceRow, RowStatus } from '#server/race/race-rows.ts';

import { type Stage, isNation, spellNation } from './federation-tables.ts';

export interface IofRace {
  readonly title: string;
  readonly code: string;
  readonly label: string;
  readonly gunMs: EpochMs | undefined;
  readonly isOfficial: boolean;
  readonly stages: readonly Stage[];
  readonly nowMs: EpochMs;
}

const STATUSES: Readonly<Record<RowStatus, string>> = {
  finished: 'OK',
  dnf: 'DidNotFinish',
  dns: 'DidNotStart',
  dsq: 'Disqualified',
  racing: 'Active',
  awaited: 'Inactive',
};

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});

/** Characters that XML cannot contain in any notation. */
const UNFIT = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/**
 * The results of one distance as an IOF XML 3.0 ResultList (PROTOCOL.md FE4). The children of each element are in the order of the schema.
 */
export function writeIofResults(race: IofRace, rows: readonly RaceRow[]): Buffer {
  const { title, code, label, gunMs, isOfficial, nowMs } = race;
  const [date = '', time = ''] = gunMs === undefined ? [] : momentOf(gunMs).split('T');
  const text = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    ResultList: {
      '@xmlns': 'http://www.orienteering.org/datastandard/3.0',
      '@iofVersion': '3.0',
      '@createTime': momentOf(nowMs),
      '@creator': 'Splitcast',
      '@status': isOfficial ? 'Complete' : 'Snapshot',
      Event: { Name: title, ...(date && { StartTime: { Date: date, Time: time } }) },
      ClassResult: {
        Class: { Id: code, Name: label },
        PersonResult: rows.map((row) => describePerson(row, race)),
      },
    },
  });
  return Buffer.from(text.replaceAll(UNFIT, ''));
}

function describePerson(row: RaceRow, { stages }: IofRace): object {
  const { sex, birthDate, club, bib, startMs, totalMs, position, status, splitsMs } = row;
  const nation = spellNation(row.nationality);
  const hasTime = status === 'finished' && totalMs !== null;
  return {
    Person: {
      ...(sex === 'F' || sex === 'M' ? { '@sex': sex } : {}),
      Name: { Family: row.family, Given: row.given },
      ...(birthDate && { BirthDate: birthDate }),
      ...(isNation(nation) && { Nationality: { '@code': nation, '#text': nation } }),
    },
    ...(club && { Organisation: { Name: club } }),
    Result: {
      ...(bib && { BibNumber: bib }),
      ...(startMs !== null && { StartTime: momentOf(startMs) }),
      ...(hasTime && startMs !== null && { FinishTime: momentOf(startMs + totalMs) }),
      ...(hasTime && { Time: totalMs / SECOND_MS }),
      ...(position !== null && { Position: position }),
      Status: STATUSES[status],
      SplitTime: stages.map(({ slot, code: control }) => {
        const splitMs = splitsMs[slot] ?? null;
        return splitMs === null
          ? { '@status': 'Missing', ControlCode: control }
          : { ControlCode: control, Time: splitMs / SECOND_MS };
      }),
    },
  };
}

function momentOf(ms: EpochMs): string {
  return new Date(ms).toISOString();
}
