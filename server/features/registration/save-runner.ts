import { coursesOf } from '#shared/model/courses.ts';
import { createHash, randomUUID } from 'node:crypto';

import { asRunnerId, type BandId, type RunnerId } from '#shared/model/ids.ts';
import { bandsOf, ENTRY_DETAILS, type Runner, withRule } from '#shared/model/runner.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { BandExchange } from '#shared/wire/runners-api.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { deriveAgeGroup, raceDayOf, updateAgeGroup } from '#shared/scoring/categories.ts';

import type { Changing } from '#server/race/change-race.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import {
  changeRunner,
  findTaken,
  type RaceOfRunners,
  REPLY_MISSING,
  replyConflict,
  replyTaken,
  type RunnerDecision,
  type Saved,
  writeUnlessTaken,
} from '#server/race/change-runner.ts';
import { leaveWave, withDetails } from './entry-details.ts';
import type { RunnerFields, SaveInput, SaveOptions } from './runner-input.ts';

/** The rev of a runner not edited since the creation. */
const FIRST_REV = 1;

/** Saves the edit form. Without a difference nothing is written, so repeating a save is harmless. */
export function saveRunner(parts: Changing, input: SaveInput, by: string): Promise<Saved> {
  return changeRunner(parts, by, (race) => decideSave(race, input, by));
}

function decideSave(race: LiveRace, input: SaveInput, by: string): RunnerDecision {
  switch (input.kind) {
    case 'create': {
      const runnerId = idOfRequest(input.requestId ?? randomUUID());
      return decideCreate(race, runnerId, input, by);
    }
    case 'edit':
      return decideEdit(race, input.runnerId, input, { rev: input.rev, by });
    case 'delete':
      return decideDelete(race.findEntry(input.runnerId), input.rev);
    default:
      return input satisfies never;
  }
}

/** The same id for every repetition; hashed, so that nobody can choose the public id of an existing runner. */
function idOfRequest(requestId: string): RunnerId {
  const digest = createHash('sha256').update(requestId).digest('hex');
  return asRunnerId(digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'));
}

interface Form {
  readonly fields: RunnerFields;
  readonly options: SaveOptions;
}

type Race = RaceOfRunners & Pick<LiveRace, 'config'>;

/** A repeated form edits the runner that it created, unless somebody else edited them since. */
function decideCreate(race: Race, runnerId: RunnerId, form: Form, by: string): RunnerDecision {
  if (race.findEntry(runnerId)) return decideEdit(race, runnerId, form, { rev: FIRST_REV, by });
  const { options } = form;
  const { rule, ...fields } = form.fields;
  const entered = withDetails(
    withRule({ runnerId, ...fields, mobileNumber: '', rev: FIRST_REV }, rule, by),
    options.details,
  );
  const marked = withPrivacy(
    chooseAgeGroup(entered, undefined, race.config),
    options.isPrivate ?? false,
  );
  const after = withEarlier(marked, options.earlierBands ?? []);
  return options.exchange
    ? decideExchange(race, after, options.exchange)
    : writeUnlessTaken(race, { runnerId, after, action: 'create' });
}

function decideEdit(
  race: Race,
  runnerId: RunnerId,
  { fields: { rule, ...fields }, options }: Form,
  { rev, by }: { readonly rev: number | undefined; readonly by: string },
): RunnerDecision {
  const { config } = race;
  const current = race.findEntry(runnerId);
  if (!current) return REPLY_MISSING;
  const emptied = NAMES.filter(([field]) => current[field] !== '' && fields[field] === '');
  if (emptied.length > 0) {
    const errors = emptied.map(([field, message]) => ({ field, message }));
    return { reply: { result: 'Invalid', errors } };
  }
  // Keep the fields that the form doesn't set.
  const { bandId: _band, earlierBandIds: _earlier, isPrivate: _isPrivate, ...kept } = current;
  const { exchange } = options;
  const earlier = options.earlierBands ?? current.earlierBandIds ?? [];
  const entry = withRule({ ...kept, ...fields, rev: current.rev + 1 }, rule, by);
  const edited = withDetails(leaveWave(entry, coursesOf(config)), options.details);
  const after = withEarlier(
    withPrivacy(
      chooseAgeGroup(edited, current, config),
      options.isPrivate ?? current.isPrivate ?? false,
    ),
    // In a swap the other runner gets the current band.
    exchange?.kind === 'swap' ? earlier.filter((bandId) => bandId !== current.bandId) : earlier,
  );
  if (isSameEntry(current, after)) return { reply: { result: 'Success', runnerId } };
  if (rev !== undefined && rev !== current.rev) return replyConflict(current);
  return exchange
    ? decideExchange(race, after, exchange)
    : writeUnlessTaken(race, { runnerId, after, action: 'edit', reason: options.reason });
}

/** Changes both runners at once, if the other is still as the organiser saw them. */
function decideExchange(race: Race, after: Runner, exchange: BandExchange): RunnerDecision {
  const { bandId, runnerId } = after;
  const taken = findTaken(race, { runnerId, after });
  if (bandId === undefined || !taken) return REPLY_FREE;
  const { holder } = taken;
  const isAsSeen = holder.runnerId === exchange.runnerId && holder.rev === exchange.rev;
  if (taken.bandId !== bandId || !isAsSeen) return replyTaken(taken);
  const rev = holder.rev + 1;
  const { bandId: worn, earlierBandIds = [], ...rest } = holder;
  const others = earlierBandIds.filter((earlier) => earlier !== bandId);
  if (exchange.kind === 'take') {
    const kept = worn === undefined || worn === bandId ? {} : { bandId: worn };
    const other = withEarlier({ ...rest, ...kept, rev }, others);
    return writeUnlessTaken(race, { runnerId, after, other, action: 'take' });
  }
  const mine = race.findEntry(runnerId)?.bandId;
  if (mine === undefined || worn !== bandId) return REPLY_NO_SWAP;
  const other = withEarlier({ ...rest, bandId: mine, rev }, others);
  return writeUnlessTaken(race, { runnerId, after, other, action: 'swap' });
}

const NAMES = [
  ['firstName', 'The first name is missing.'],
  ['lastName', 'The last name is missing.'],
] as const;
const REPLY_FREE = refuseBand('Nobody else has this number now: Submit to assign it.');
const REPLY_NO_SWAP = refuseBand('Only two bands that are worn now can be swapped.');

function refuseBand(message: string): RunnerDecision {
  return { reply: { result: 'Invalid', errors: [{ field: 'raceNumber', message }] } };
}

/** Omits a false mark, so that equal entries are equal records. */
function withPrivacy(runner: Omit<Runner, 'isPrivate'>, isPrivate: boolean): Runner {
  return isPrivate ? { ...runner, isPrivate } : runner;
}

/** Sets the earlier bands, without the current one. */
function withEarlier(runner: Omit<Runner, 'earlierBandIds'>, earlier: readonly BandId[]): Runner {
  const earlierBandIds = earlier.filter((bandId) => bandId !== runner.bandId);
  return earlierBandIds.length === 0 ? runner : { ...runner, earlierBandIds };
}

/** Frees the wristbands; their scans stay, unassigned. */
function decideDelete(current: Runner | undefined, rev: number | undefined): RunnerDecision {
  if (!current) return REPLY_MISSING;
  if (rev !== undefined && rev !== current.rev) return replyConflict(current);
  return { write: { runnerId: current.runnerId, after: undefined, action: 'delete' } };
}

function isSameEntry(a: Runner, b: Runner): boolean {
  const fields = ['bandId', 'bibNumber', 'firstName', 'lastName', 'event', 'ageGroup'] as const;
  const others = ['runClub', 'overrideTime', 'isPrivate', 'isAgeGroupDerived'] as const;
  return (
    [...fields, ...others, ...ENTRY_DETAILS].every((field) => a[field] === b[field]) &&
    a.disqualified?.rule === b.disqualified?.rule &&
    bandsOf(a).join(',') === bandsOf(b).join(',')
  );
}

/**
 * Sets the age category of a form (RULES.md AG1). A chosen one counts as given; an empty one, or the derived one sent
 * back unchanged, is derived if sex and date of birth allow it.
 */
function chooseAgeGroup(form: Runner, current: Runner | undefined, config: RaceConfig): Runner {
  const { isAgeGroupDerived: _was, ...given } = form;
  const before = current?.isAgeGroupDerived ? current : undefined;
  const shown = before && updateAgeGroup(before, config).ageGroup;
  if (form.ageGroup !== '' && form.ageGroup !== shown) return given;
  const today = formatWallClock(Date.now(), config.timeZone).slice(0, 'YYYY-MM-DD'.length);
  const derived = deriveAgeGroup(
    form,
    raceDayOf(form.event, config) || today,
    coursesOf(config).setup.categories,
  );
  if (derived === undefined) return given;
  // Keep the stored one, which applies again if the race day is removed.
  const ageGroup = before && derived === shown ? before.ageGroup : derived;
  return { ...given, ageGroup, isAgeGroupDerived: true };
}
