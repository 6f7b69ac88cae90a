import { labelEvent } from '#shared/format/label-event.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import {
  describeContradiction,
  describeCutOff,
  describeSeenTime,
  nameOrganiser,
  shortTime,
} from '#client/organisers/rollcall/describe-called.ts';
import type { CalledRunner } from '#shared/control/roll-call.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { describeNotice } from '#client/organisers/texts/describe-notice.ts';
import { describeSpan } from '#client/organisers/texts/start-text.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import type { UndecidedSighting, ToDo } from '#shared/control/to-do.ts';
import type { RaceClock } from '#client/organisers/lists/race-clock.tsx';

/** An item in words, to follow the name if it is about a runner. Undefined for a notice without anything to do. */
export function describeToDo(toDo: ToDo, clock: RaceClock): string | undefined {
  const { config } = clock;
  switch (toDo.kind) {
    case 'out-not-safe': {
      const out = toDo.isContradicted
        ? describeContradiction(toDo.called, clock)
        : describeOut(toDo.called);
      return `${out}, not accounted for`;
    }
    case 'out-at-closing':
      return 'on course, though the race is closed for them';
    case 'overdue':
      return (
        `${describeSpan(toDo.lateness.lateMs)} late at ` +
        describePoint(toDo.lateness.point, config, toDo.called.runner.event)
      );
    case 'silent-point': {
      const { point, runners, lastReadMs } = toDo;
      const since =
        lastReadMs === undefined
          ? 'nobody has been read there yet'
          : `nobody has been read there since ${shortTime(lastReadMs, clock)}`;
      return `${describePoint(point, config)}: ${runners.length} expected, ${since}. Is the mat working?`;
    }
    case 'contradiction':
      return describeContradiction(toDo.called, clock);
    case 'notice':
      return describeNotice(toDo.notice, config.timeZone);
    case 'checked-in-unseen':
      return `${labelEvent(toDo.event, config)}: ${toDo.count} checked in but not seen since the gun`;
    case 'past-cut-off':
      return describeCutOff(toDo.group, clock);
    case 'in-by-laps':
      return `${labelEvent(toDo.event, config)}: ${toDo.count} finished by laps, not confirmed back`;
    case 'never-seen':
      return `${labelEvent(toDo.event, config)}: ${toDo.count} never seen`;
    case 'to-check':
      return toDo.count === 1 ? '1 result to check' : `${toDo.count} results to check`;
    case 'strange-bands':
      return toDo.count === 1
        ? '1 band assigned to nobody'
        : `${toDo.count} bands assigned to nobody`;
    case 'sighting':
      return describeSighting(toDo.seen, clock);
    default:
      return toDo satisfies never;
  }
}

/** `Cerrig 14:20: ?77 seen, by Dai, marshal at CP3`. */
export function describeSighting(
  { point, sighting, by }: UndecidedSighting,
  clock: RaceClock,
): string {
  const { bib, kind, seenMs } = sighting;
  const at = `${describePoint(point, clock.config)} ${shortTime(seenMs, clock)}`;
  return `${at}: ${isolateText(bib)} ${kind}, by ${nameOrganiser(by, clock.config)}`;
}

function describeOut({ runner }: CalledRunner): string {
  return parseOverride(runner.overrideLime)?.kind === 'dns' ? 'DNS' : 'out';
}

/** `last seen at Foel Eryr, 12:20`; for a finisher without a time, which the lists do not have. */
export function describeLastWord(
  { runner, state, lastSighting }: CalledRunner,
  clock: RaceClock,
): string {
  if (state === 'finished') return 'finished';
  if (!lastSighting) return 'never seen';
  const { atMs, point } = lastSighting;
  const where =
    point === undefined ? '' : ` at ${describePoint(point, clock.config, runner.event)}`;
  return `last seen${where}, ${describeSeenTime(atMs, clock)}`;
}

/** The last note about a runner: `15:02 anna: rings, voicemail`. */
export function describeLastNote({ reports }: CalledRunner, clock: RaceClock): string | undefined {
  const note = reports.find(({ text = '' }) => text !== '');
  if (!note) return undefined;
  const { atMs, by, text } = note;
  return `${shortTime(atMs, clock)} ${nameOrganiser(by, clock.config)}: ${isolateText(text ?? '')}`;
}
