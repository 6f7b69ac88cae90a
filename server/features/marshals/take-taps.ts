import { catchUp, changeRace, type Decision, type RacePlan } from '#server/race/change-race.ts';
import { changeRunner, type Saved } from '#server/race/change-runner.ts';
import {
  isPlausible,
  isReportedBy,
  type MarshalPass,
  reportOf,
  type ReportTap,
  sightingOf,
} from '#server/race/marshal-pass.ts';
import { describeNote } from '#server/race/decide.ts';
import { type FoundTap, planTap, type TapBecame } from '#server/store/tap-records.ts';
import type { OrganiserParts } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { decideReport, findReported, takeBackReport } from '#server/web/report-runner.ts';
import { refuseUnknown } from '#server/web/require-pass.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { matchBib } from '#shared/format/match-bib.ts';
import {
  codePoint,
  type ControlEntry,
  keyOfEntry,
  MAX_CONTROL_ENTRIES,
  nameMarshal,
  type Report,
} from '#shared/model/decisions.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import {
  MAX_SIGHTINGS_OF_PASS,
  MAX_STOPS_A_MINUTE,
  MAX_TAPS_OF_PASS,
  type MarshalTap,
  type TapOutcome,
} from '#shared/wire/marshal-api.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { parseTimePoints, type TimePoint } from '#shared/model/time-point.ts';

const BY_RADIO = 'report it to race control by radio';

/** The outcome of a tap, and the version that has it, if new. */
type Taken = Pick<TapOutcome, 'outcome' | 'why'> & Pick<Saved, 'version'>;

/** Records the taps of marshals (RULES.md MA2 to MA6). */
export class TapsInOrder {
  readonly #parts: OrganiserParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: OrganiserParts) {
    this.#parts = parts;
  }

  /** Records the taps in order. If one fails, the phone sends all again; those recorded already stay so. */
  async take(
    pass: MarshalPass,
    taps: readonly MarshalTap[],
    nowMs: EpochMs,
  ): Promise<TapOutcome[]> {
    const outcomes: TapOutcome[] = [];
    let isRepeated = false;
    for (const tap of taps) {
      const { version, ...outcome } = await this.#inTurn(() => this.#takeOne(pass, tap, nowMs));
      isRepeated ||= version === undefined;
      outcomes.push({ reportId: tap.reportId, ...outcome });
    }
    if (isRepeated) await this.#parts.store.upkeep.confirmCopies();
    return outcomes;
  }

  /** One tap at a time, of all phones, so that an organiser's save waits for at most one. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #takeOne(pass: MarshalPass, tap: MarshalTap, nowMs: EpochMs): Promise<Taken> {
    // The race must include the previous tap.
    await catchUp(this.#parts);
    const { kind, of = '', ...rest } = tap;
    if (kind === 'undo') return this.#takeBack(pass, of);
    const said: ReportTap = { ...rest, kind };
    const found = await this.#find(pass, said.reportId);
    if (!isOwn(pass, found)) {
      return refuse(`Something else was sent under the same number: ${BY_RADIO}.`);
    }
    if (found.became) return { outcome: found.became };
    if (!isPlausible(said, pass)) {
      return refuse(`The clock of this phone was wrong: ${BY_RADIO}, with the time.`);
    }
    if (found.counts.taps >= MAX_TAPS_OF_PASS) {
      return refuse(
        `This pass has sent ${MAX_TAPS_OF_PASS} reports: ask race control for another.`,
      );
    }
    const runnerId = findBib(this.#parts.race, said.bib, pass.point);
    if (runnerId === undefined) return this.#leaveToControl(pass, said, nowMs);
    const doubt = said.kind === 'stopped' ? this.#doubtStop(pass, runnerId, nowMs) : undefined;
    if (doubt !== undefined) return this.#leaveToControl(pass, said, nowMs, doubt);
    try {
      const report = reportOf(said, runnerId, pass, nowMs);
      return await this.#report(pass, said, report);
    } catch (error) {
      // An organiser must decide, for example for a runner with a typed time.
      if (!(error instanceof Refusal) || error.status === 401) throw error;
      return this.#leaveToControl(pass, said, nowMs, error.message);
    }
  }

  /** The reason to leave a stop to race control: reads contradict it, or there were too many (RULES.md MA4). */
  #doubtStop(pass: MarshalPass, runnerId: RunnerId, nowMs: EpochMs): string | undefined {
    const { race } = this.#parts;
    const runner = race.findRunner(runnerId);
    const hasFinished = race.standings.find(runnerId)?.status === 'finished';
    // With a typed time, reportRunner refuses with the remedy.
    if (hasFinished && runner?.overrideTime === '') return 'This runner has finished';
    const route = runner ? race.standings.courses.routeOf(runner.event) : [];
    const seen = race.missing.findLastSeen(runnerId);
    const points = parseTimePoints(seen?.lastPoint ?? '') ?? [];
    const at = route.lastIndexOf(pass.point);
    if (points.length > 0 && points.every((point) => route.indexOf(point) > at)) {
      return 'A mat read this runner further on';
    }
    const stops = Array.from(race.reports.all.values()).filter(
      ({ kind, by, enteredMs }) =>
        kind === 'stopped' && by === nameMarshal(pass) && enteredMs > nowMs - MINUTE_MS,
    );
    return stops.length >= MAX_STOPS_A_MINUTE
      ? `More than ${MAX_STOPS_A_MINUTE} were reported to have stopped within a minute`
      : undefined;
  }

  async #report(pass: MarshalPass, { bib }: ReportTap, report: Report): Promise<Taken> {
    const { reportId, runnerId, by } = report;
    let became: TapBecame | undefined;
    const saved = await changeRunner(this.#parts, by, async (race) => {
      const tap = await this.#find(pass, reportId);
      ({ became } = tap);
      if (became) return { reply: { result: 'Success', runnerId } };
      const reported = findReported(race, runnerId);
      if (reported.runner && !matchBib(bib)(foldBib(reported.runner.bibNumber))) {
        throw new Refusal(409, 'This bib has just been given to another runner.');
      }
      const decision = decideReport(reported, race.reports.all, report);
      if ('reply' in decision) return decision;
      return { write: { ...decision.write, alongside: planTapOf(tap, 'reported', by) } };
    });
    return { outcome: became ?? 'reported', ...versionOf(saved) };
  }

  async #leaveToControl(
    pass: MarshalPass,
    said: ReportTap,
    nowMs: EpochMs,
    why?: string,
  ): Promise<Taken> {
    const entry = sightingOf(said, pass, nowMs, why);
    const label = `${said.bib} ${said.kind} at ${codePoint(pass.point)}`;
    const { answer, ...saved } = await changeRace<Taken>(this.#parts, async ({ missing }) => {
      const tap = await this.#find(pass, said.reportId);
      if (tap.became) return { answer: { outcome: tap.became } };
      const isFull = missing.controlCount >= MAX_CONTROL_ENTRIES;
      if (tap.counts.sightings >= MAX_SIGHTINGS_OF_PASS || isFull) {
        return { answer: refuse(`Race control already has too much to decide: ${BY_RADIO}.`) };
      }
      return {
        answer: { outcome: 'to-check', ...(why !== undefined && { why }) },
        plan: {
          ...planTapOf(tap, 'to-check', entry.by),
          ops: [{ op: 'put-control', entry }],
          audit: { by: entry.by, action: 'control', after: describeNote(entry, label) },
        },
      };
    });
    return { ...answer, ...saved };
  }

  /** A missing tap counts as taken back (RULES.md MA6). */
  async #takeBack(pass: MarshalPass, of: string): Promise<Taken> {
    const by = nameMarshal(pass);
    const { became, report, sighting } = await this.#find(pass, of);
    const said = report ?? sighting;
    if (!said) return { outcome: 'reported' };
    if (!isReportedBy(pass, said)) {
      const isDecided = report !== undefined && became === 'to-check';
      const why = isDecided
        ? 'Race control has already decided on this'
        : 'Someone else has reported this';
      return refuse(`${why}: ${BY_RADIO}.`);
    }
    if (!report) {
      const { version } = await changeRace(this.#parts, ({ missing }) =>
        decideTakeBackSighting(missing, of, by),
      );
      return { outcome: 'reported', ...versionOf({ version }) };
    }
    if (!this.#parts.race.findEntry(report.runnerId)) {
      return refuse(`This runner’s record cannot be read: ${BY_RADIO}.`);
    }
    try {
      const saved = await takeBackReport(this.#parts, report.runnerId, of, by);
      return { outcome: 'reported', ...versionOf(saved) };
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return { outcome: 'reported' };
      throw error;
    }
  }

  /** Finds what is known of a tap. @throws {Refusal} if the pass has ended */
  async #find({ passId }: MarshalPass, reportId: string): Promise<TapOfPass> {
    const { race, store } = this.#parts;
    const pass = race.missing.findControl({ kind: 'marshal', subject: passId });
    if (!pass) throw refuseUnknown();
    const report = race.reports.all.get(reportId);
    const sighting = race.missing.findControl({ kind: 'sighting', subject: reportId });
    // Read last, so that it isn't older than the race.
    const tap = await store.taps.find(passId, reportId);
    // A decided sighting also has a report.
    const present = sighting ? 'to-check' : report ? 'reported' : undefined;
    return { ...tap, became: tap.became ?? present, pass, report, sighting };
  }
}

interface TapOfPass extends FoundTap {
  readonly pass: ControlEntry;
  /** The report with this id, by any author. */
  readonly report: Report | undefined;
  /** Decided or not. */
  readonly sighting: ControlEntry | undefined;
}

/** The conditions for recording a tap, and its writes (RULES.md MA2). */
function planTapOf(
  tap: TapOfPass,
  became: TapBecame,
  by: string,
): Required<Pick<RacePlan, 'expect' | 'writes'>> {
  const { expect, writes } = planTap(tap, became, by);
  return {
    expect: [
      { part: 'passes', field: keyOfEntry(tap.pass), value: tap.pass },
      { part: 'control', field: keyOfEntry({ kind: 'sighting', subject: tap.reportId }) },
      { part: 'reports', field: tap.reportId },
      ...expect,
    ],
    writes,
  };
}

function decideTakeBackSighting(
  missing: LiveRace['missing'],
  subject: string,
  by: string,
): Decision<void> {
  const entry = missing.findControl({ kind: 'sighting', subject });
  if (!entry) return { answer: undefined };
  const label = entry.sighting?.bib ?? '';
  return {
    answer: undefined,
    plan: {
      expect: [{ part: 'control', field: keyOfEntry(entry), value: entry }],
      ops: [{ op: 'delete-control', kind: 'sighting', subject }],
      audit: { by, action: 'control-remove', before: describeNote(entry, label) },
    },
  };
}

/** Whether a recorded tap is this marshal's, with any of their passes, or has been decided. */
function isOwn(pass: MarshalPass, { saidBy, became, report }: TapOfPass): boolean {
  if (became === undefined) return true;
  return saidBy === undefined ? report === undefined : saidBy === nameMarshal(pass);
}

function versionOf({ version }: { readonly version?: number | undefined }): Pick<Saved, 'version'> {
  return version === undefined ? {} : { version };
}

function refuse(why: string): Taken {
  return { outcome: 'refused', why };
}

/** The one runner with a bib, which may have unreadable digits (RULES.md MA3). */
export function findBib(
  race: Pick<LiveRace, 'listRunners' | 'standings'>,
  read: string,
  point: TimePoint,
): RunnerId | undefined {
  const fits = matchBib(read);
  const { courses } = race.standings;
  const [here, elsewhere]: [Runner[], Runner[]] = [[], []];
  for (const runner of race.listRunners()) {
    if (!fits(foldBib(runner.bibNumber))) continue;
    (courses.pointsOf(runner.event).has(point) ? here : elsewhere).push(runner);
    if (here.length > 1) break;
  }
  const [one, other] = here.length > 0 ? here : elsewhere;
  return other ? undefined : one?.runnerId;
}
