import { labelEvent } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { CalledRunner } from '#client/organisers/rollcall/roll-call.ts';
import {
  describePoint,
  describeTime,
  type SightClock,
} from '#client/organisers/runners/describe-last-seen.ts';
import { describeNotice } from '#client/organisers/texts/describe-notice.ts';
import { describeSpan } from '#client/organisers/texts/start-text.ts';
import { isolateText } from '#client/ui/isolate-text.ts';
import type { ToDo } from './to-do.ts';

/** What the words depend on. */
export interface WordsContext {
  readonly config: RaceConfig;
  readonly clock: SightClock;
}

/** `306 Mair Ellis`. */
export function nameCalled({ runner }: Pick<CalledRunner, 'runner'>): string {
  const name = `${runner.firstName} ${runner.lastName}`.trim() || 'No name';
  return `${runner.bibNumber} ${isolateText(name)}`.trim();
}

/** `12:41`, with the day when it is not today's. */
export function describeMinute(atMs: EpochMs, { config, clock }: WordsContext): string {
  return describeTime(atMs, config.timeZone, clock.today).slice(0, -':SS'.length);
}

/** `anna`, of an e-mail address. */
export function nameOrganiser(email: string): string {
  return email.replace(/@.*/, '');
}

/** What a matter is, in a sentence; of a runner it follows the name. Undefined for a notice that this page does not know. */
export function describeToDo(toDo: ToDo, context: WordsContext): string | undefined {
  const { config } = context;
  switch (toDo.kind) {
    case 'out-not-safe': {
      const out = toDo.isContradicted
        ? describeContradiction(toDo.called, context)
        : describeOut(toDo.called);
      return `${out}, and nobody knows that they are safe`;
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
          ? 'nobody was ever read there'
          : `nobody was read there since ${describeMinute(lastReadMs, context)}`;
      return `${describePoint(point, config)}: ${runners.length} expected, ${since}. Is the mat alive?`;
    }
    case 'contradiction':
      return describeContradiction(toDo.called, context);
    case 'notice':
      return describeNotice(toDo.notice, config.timeZone);
    case 'never-seen':
      return `${labelEvent(toDo.event, config)}: ${toDo.count} never seen`;
    case 'to-check':
      return `${toDo.count} to check`;
    case 'strange-bands':
      return toDo.count === 1 ? '1 band that nobody has' : `${toDo.count} bands that nobody has`;
    default:
      return toDo satisfies never;
  }
}

function describeOut({ runner }: CalledRunner): string {
  return parseOverride(runner.overrideLime)?.kind === 'dns' ? 'DNS' : 'out';
}

/** What does not go together (RULES.md RC5). */
function describeContradiction(called: CalledRunner, context: WordsContext): string {
  const { contradiction, finishMs, reports } = called;
  const finished =
    finishMs === undefined
      ? undefined
      : `read at the finish at ${describeMinute(finishMs, context)}`;
  const seen = finished ?? describeLastWord(called, context);
  switch (contradiction) {
    case 'seen-although-dns':
      return `DNS, but ${seen}`;
    case 'finished-although-dnf':
      return `DNF, but ${seen}`;
    case 'read-after-stop': {
      const stop = reports.find(({ kind }) => kind === 'stopped');
      const stopped = stop ? ` at ${describeMinute(stop.atMs, context)}` : '';
      return `stopped${stopped}, but ${seen}`;
    }
    case undefined:
      return describeOut(called);
    default:
      return contradiction satisfies never;
  }
}

/** `last seen at Foel Eryr (CP2), 12:20`. */
export function describeLastWord(
  { runner, lastWord }: CalledRunner,
  context: WordsContext,
): string {
  if (!lastWord) return 'never seen';
  const { atMs, point } = lastWord;
  const where =
    point === undefined ? '' : ` at ${describePoint(point, context.config, runner.event)}`;
  return `last seen${where}, ${describeMinute(atMs, context)}`;
}

/** What was said of a runner last: `15:02 anna: rings, voicemail`. */
export function describeLastNote(
  { reports }: CalledRunner,
  context: WordsContext,
): string | undefined {
  const note = reports.find(({ text = '' }) => text !== '');
  if (!note) return undefined;
  const { atMs, by, text } = note;
  return `${describeMinute(atMs, context)} ${nameOrganiser(by)}: ${isolateText(text ?? '')}`;
}
