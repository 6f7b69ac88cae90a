import { isClosedFor, type RaceConfig } from '#shared/model/race-config.ts';
import type { AdminRunner, RunnerOutcome } from '#shared/wire/runners-api.ts';
import type { ReactNode } from 'react';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useRunnerScans } from '#client/organisers/runners/use-runner-scans.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { Ranking } from '#shared/model/ranking.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { readEntrySex } from '#shared/scoring/categories.ts';
import { listPlaces } from '#client/ui/list-places.ts';
import { describeStartReason } from '#client/organisers/texts/describe-start.ts';
import { describeSplit } from '#client/organisers/runners/describe-last-seen.ts';
import { useWorkspace } from './use-workspace.ts';

export function RunnerResult({ runner }: { readonly runner: AdminRunner }): ReactNode {
  const { config } = useWorkspace().clock;
  const { data, error } = useRunnerScans(runner);
  const texts = useAllTexts();
  const outcome = data?.outcome;
  const described = outcome ? describeOutcome(outcome, runner, config, texts) : undefined;
  return (
    <section
      // Reserves its room, so that the buttons below do not move.
      className="flow whole-line anywhere min-h-[2.75rem] content-center items-baseline gap-x-3.5 gap-y-0.5 rounded-md border border-line bg-surface px-3 py-2 phone:min-h-[7.25rem] phone:content-start"
      aria-label="Result"
      aria-busy={!data && !error}
    >
      {described ? (
        <>
          {described.figure === '' ? null : (
            <strong className="nowrap text-title-l leading-[1.3]">{described.figure}</strong>
          )}
          <span>{described.status}</span>
          {described.times.map((time) => (
            <span key={time} className="muted">
              {time}
            </span>
          ))}
          {described.places.length === 0 ? null : (
            <span className="flow gap-x-3.5 gap-y-0.5">
              {described.placesAt === '' ? null : <span>{described.placesAt}:</span>}
              {described.places.map((place) => (
                <span key={place}>{place}</span>
              ))}
            </span>
          )}
        </>
      ) : null}
      {!data && error ? <span>The result is unavailable right now.</span> : null}
    </section>
  );
}

interface OutcomeText {
  /** The time, `DNF`, `DNS` or `DSQ`; empty for none of these. */
  readonly figure: string;
  /** The reason for it, or how far they are. */
  readonly status: string;
  /** The times from scans alone, and the start that counts: `Gun 1:07:40`, `Chip 1:07:31`. */
  readonly times: readonly string[];
  /** The point of the places, while the runner is still out. */
  readonly placesAt: string;
  /** `5th of 120 overall`. */
  readonly places: readonly string[];
}

type Described = Pick<
  AdminRunner,
  'disqualified' | 'event' | 'category' | 'sex' | 'raceNumber' | 'earlierBands'
>;

export function describeOutcome(
  outcome: RunnerOutcome,
  runner: Described,
  config: RaceConfig,
  texts: AllTexts,
): OutcomeText {
  const { gun, chip, totalMs, seen, places } = outcome;
  const courses = coursesOf(config);
  const ranking = courses.rankingOf(runner.event);
  const seenAt = seen && describeSplit(seen.slot, config, runner.event);
  const found = places
    ? listPlaces(places, {
        texts,
        runner: { sex: readEntrySex(runner.sex ?? ''), ageGroup: runner.category },
        courses,
        ofAll: texts.runner.ofAll,
        isClosed: isClosedFor(runner.event, config),
      })
    : [];
  return {
    figure: runner.disqualified ? 'DSQ' : describeFigure(outcome, ranking),
    status: describeStatus(outcome, runner, seenAt, texts, ranking),
    times: [
      ...(gun === null ? [] : [`Gun ${formatElapsed(gun, ranking.rounding)}`]),
      ...(chip === null ? [] : [`Chip ${formatElapsed(chip, ranking.rounding)}`]),
      ...[describeStartReason(outcome, runner.event, config)].filter(Boolean),
    ],
    placesAt: totalMs === null && seenAt !== null ? texts.runner.placesAt(seenAt) : '',
    places: found.map(({ place, of }) => `${texts.common.ordinal(place)} ${of}`),
  };
}

function describeFigure({ override, status, totalMs }: RunnerOutcome, ranking: Ranking): string {
  if (totalMs !== null) return formatElapsed(totalMs, ranking.rounding);
  if (override === 'dns') return 'DNS';
  return status === 'dnf' ? 'DNF' : '';
}

function describeStatus(
  { override, status, isListed, isOnCourseByGun, hasFinish, seen }: RunnerOutcome,
  { raceNumber, earlierBands, disqualified }: Described,
  seenAt: string | null,
  { runner: words, results }: AllTexts,
  { rounding }: Ranking,
): string {
  if (override === 'dns') return 'Did not start; on no public list';
  if (status === 'finished') {
    return override === 'total' ? 'Finished, timed by hand' : words.finished;
  }
  if (status === 'dnf') {
    const why = disqualified
      ? [`${words.disqualified} by ${disqualified.by}`, disqualified.rule]
          .filter(Boolean)
          .join(': ')
      : override === 'dnf'
        ? words.didNotFinish
        : `${words.didNotFinish}, race closed`;
    return !(disqualified && hasFinish) && seen && seenAt !== null
      ? `${why}. ${words.lastSeenAt(seenAt, formatElapsed(seen.elapsedMs, rounding))}`
      : why;
  }
  if (hasFinish) return 'Read at the finish, but there is no start to count from';
  if (seen && seenAt !== null) {
    return `${results.onCourse}. ${words.lastSeenAt(seenAt, formatElapsed(seen.elapsedMs, rounding))}`;
  }
  if (isOnCourseByGun) return `${results.onCourse} by the gun alone, not read yet`;
  if (isListed) return results.onCourse;
  return raceNumber === '' && !earlierBands ? 'No wristband, so no result' : 'Not seen yet';
}
