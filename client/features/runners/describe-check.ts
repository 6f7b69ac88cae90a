import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { CheckReason } from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import {
  describeContradiction,
  formatSecondOfDay,
} from '#client/organisers/texts/describe-contradiction.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';

const AND = new Intl.ListFormat('en-GB');

/** Why a runner is on the list to check (RULES.md MS7); undefined for a reason unknown to this page. */
export function describeCheck(
  reason: CheckReason,
  runner: AdminRunner,
  config: RaceConfig,
  findRunner: (runnerId: string) => AdminRunner | undefined,
): string | undefined {
  const race = labelEvent(runner.event, config);
  const name = (point: string): string => describePoint(point, config, runner.event);
  const list = (points: readonly string[]): string => AND.format(points.map(name));
  switch (reason.kind) {
    case 'swap': {
      const other = findRunner(reason.runnerId);
      return `their reads would make sense with the bands swapped: ${other ? nameRunner(other) : 'somebody else'}`;
    }
    case 'by-hand':
      return describeContradiction(reason, runner.event, config);
    case 'early-finish':
      return `at the finish at ${formatSecondOfDay(reason.atMs, config)}, and only then read at ${list(reason.points)}: read there on the way out, or by a wrong clock`;
    case 'other-course': {
      const verb = reason.points.length === 1 ? 'is' : 'are';
      return `read at ${list(reason.points)}, which ${verb} not on the ${race}`;
    }
    case 'fast-leg': {
      const { from, to, legMs, othersMs, asFast } = reason;
      const who = asFast === 1 ? 'nobody else' : `only ${asFast}`;
      const least = formatLeg(othersMs);
      return `${name(from)} to ${name(to)} in ${formatLeg(legMs)}; ${who} took under ${least}`;
    }
    case 'same-bib': {
      const other = findRunner(reason.runnerId);
      const named = other ? `${other.firstName} ${other.lastName}`.trim() : 'somebody else';
      const more = reason.others === 1 ? '' : ` and ${reason.others - 1} more`;
      return `bib ${runner.bibNumber} is also ${named || 'somebody without a name'}${more}`;
    }
    case 'missed':
      return `not read at ${list(reason.points)} though seen at ${reason.later === 'finish' ? 'the finish' : name(reason.later)}`;
    case 'late': {
      const point = reason.point === 'finish' ? 'the finish' : name(reason.point);
      return `through ${point} ${formatLeg(reason.lateMs)} after it closed`;
    }
    case 'no-start':
      return `not read at the start, unlike others in the ${race}`;
    default:
      reason satisfies never;
      return undefined;
  }
}

/** `4:10`, `19:00`, `1:04:10`. */
function formatLeg(spanMs: number): string {
  return formatElapsed(spanMs).replace(/^0:0?/, '');
}
