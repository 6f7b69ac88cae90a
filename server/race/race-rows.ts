import type { BandId, EventCode, RunnerId } from '#shared/model/ids.ts';
import { bandsOf } from '#shared/model/runner.ts';
import { isClosedFor } from '#shared/model/race-config.ts';
import type { RunnerStatus } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { findAge, raceDayOf, readEntrySex } from '#shared/scoring/categories.ts';
import { findFiledGunAndChip } from '#shared/scoring/score-runner.ts';
import { tagOf } from '#shared/wire/http-api.ts';

import type { LiveRace } from './live-race.ts';
import type { ScoredRunner } from './present-runner.ts';
import { yieldToOthers } from './yield-queue.ts';

/** `awaited`: entered, not seen yet, and not DNS. */
export type RowStatus = RunnerStatus | 'dns' | 'dsq' | 'awaited';

/** A row of the result files, for organisers only: includes dates of birth and private runners. */
export interface RaceRow {
  readonly runnerId: string;
  readonly isPrivate: boolean;
  /** Among all finishers of this distance; null for everybody else. */
  readonly position: number | null;
  readonly status: RowStatus;
  readonly startMs: EpochMs | null;
  readonly totalMs: DurationMs | null;
  readonly gunMs: DurationMs | null;
  readonly chipMs: DurationMs | null;
  readonly family: string;
  readonly given: string;
  /** `F`, `M` or `X` (RULES.md GP3), else the text of the entry; empty for none. */
  readonly sex: string;
  /** `1984-02-29`, empty for none. */
  readonly birthDate: string;
  /** On race day, in years. */
  readonly age: number | null;
  readonly nationality: string;
  readonly club: string;
  readonly bib: string;
  readonly category: string;
  /** The codes of their chips (RULES.md SC1), in order. */
  readonly chips: readonly string[];
  /** By the slot of the checkpoint; null without a split. */
  readonly splitsMs: readonly (DurationMs | null)[];
}

type Sources = Pick<
  LiveRace,
  'config' | 'head' | 'standings' | 'listRunners' | 'findScored' | 'reads'
>;

/** Rows made between two yields: some ten milliseconds. */
const ROWS_A_TURN = 500;

/** All runners of an event: the listed ones in order, then the others by bib (PROTOCOL.md FE1). */
async function listRaceRows(race: Sources, event: EventCode): Promise<readonly RaceRow[]> {
  const listed = race.standings.listed(event).map(({ runnerId }) => runnerId as RunnerId);
  const known: ReadonlySet<RunnerId> = new Set(listed);
  const others = Array.from(race.listRunners())
    .filter((runner) => runner.event === event && !known.has(runner.runnerId))
    .toSorted((a, b) => byBib.compare(a.bibNumber, b.bibNumber));
  const chips = listChips(race);
  const rows: RaceRow[] = [];
  for (const [at, runnerId] of [...listed, ...others.map(({ runnerId: id }) => id)].entries()) {
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await yieldToOthers();
    const scored = race.findScored(runnerId);
    if (scored) rows.push(describeRow(scored, race, chips));
  }
  return rows;
}

const byBib = new Intl.Collator('en', { numeric: true });

/** The codes of the chips of each wristband. */
function listChips({ reads }: Sources): ReadonlyMap<BandId, readonly string[]> {
  const chips = new Map<BandId, string[]>();
  for (const [code, bandId] of reads.chips) {
    const known = chips.get(bandId);
    if (known) known.push(code);
    else chips.set(bandId, [code]);
  }
  return chips;
}

function describeRow(
  scored: ScoredRunner,
  { config, standings }: Sources,
  chips: ReadonlyMap<BandId, readonly string[]>,
): RaceRow {
  const { runner, score } = scored;
  const { birthDate = '', nationality = '', sex = '', ageGroup, event } = runner;
  const { gun, chip } = findFiledGunAndChip(scored);
  return {
    runnerId: runner.runnerId,
    isPrivate: runner.isPrivate === true,
    position: standings.placeOf(runner.runnerId),
    status: statusOf(scored, isClosedFor(event, config)),
    startMs: score.startMs,
    totalMs: score.totalMs,
    gunMs: gun,
    chipMs: chip,
    family: runner.lastName,
    given: runner.firstName,
    sex: standings.courses.sexOf({ sex: readEntrySex(sex), ageGroup }) ?? sex,
    birthDate,
    age: findAge(birthDate, raceDayOf(event, config)) ?? null,
    nationality,
    club: runner.runClub,
    bib: runner.bibNumber,
    category: ageGroup,
    chips: bandsOf(runner)
      .flatMap((bandId) => chips.get(bandId) ?? [])
      .toSorted(),
    splitsMs: score.splitsMs,
  };
}

/** A runner who was never seen becomes DNS when the race is closed. */
function statusOf({ runner, score }: ScoredRunner, isClosed: boolean): RowStatus {
  if (score.isDisqualified) return 'dsq';
  if (score.listed) return score.status;
  return isClosed || parseOverride(runner.overrideTime)?.kind === 'dns' ? 'dns' : 'awaited';
}

/** The rows of each event, made on request, and again after changes. */
export class RaceRows {
  readonly #race: Sources;
  readonly #made = new Map<
    EventCode,
    { readonly tag: string; readonly rows: Promise<readonly RaceRow[]> }
  >();

  constructor(race: Sources) {
    this.#race = race;
  }

  list(event: EventCode): Promise<readonly RaceRow[]> {
    const tag = tagOf(this.#race.head);
    const made = this.#made.get(event);
    if (made?.tag === tag) return made.rows;
    const rows = listRaceRows(this.#race, event);
    this.#made.set(event, { tag, rows });
    return rows;
  }
}
