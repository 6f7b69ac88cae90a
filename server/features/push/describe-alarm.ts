import { nameAlarm } from '#shared/control/alarms.ts';
import type { ToDo } from '#shared/control/to-do.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { codeCheckpoint, findCheckpointName } from '#shared/scoring/course.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

/** More at once go into one message. */
const MOST_ALONE = 3;

/** The messages about matters that are new at once (PROTOCOL.md WP14). */
export function describeAlarms(alarms: readonly ToDo[], config: RaceConfig): PushMessage[] {
  const { control } = ORGANISERS_SCREENS;
  const title = `Race control · ${config.pageTitle}`;
  const make = (about: string, body: string, address: string): PushMessage => {
    return { tag: about, about, title, body, language: 'en', address, stop: 'Stop these alarms' };
  };
  if (alarms.length > MOST_ALONE) {
    const texts = alarms.map((alarm) => describeAlarm(alarm, config));
    return [make('alarms', `${alarms.length} new: ${texts.join('; ')}`, control)];
  }
  return alarms.map((alarm) => {
    const item = encodeURIComponent(alarm.subject);
    return make(nameAlarm(alarm), describeAlarm(alarm, config), `${control}?item=${item}`);
  });
}

/** Few words, and of a person only bib and first name: a push service carries it. */
function describeAlarm(toDo: ToDo, config: RaceConfig): string {
  switch (toDo.kind) {
    case 'out-not-safe':
      return `${nameRunner(toDo.called.runner)} is out, not accounted for`;
    case 'out-at-closing':
      return `${nameRunner(toDo.called.runner)} is on course, though the race is closed`;
    case 'overdue': {
      const { runner } = toDo.called;
      return `${nameRunner(runner)} is overdue at ${namePoint(toDo.lateness.point, config, runner.event)}`;
    }
    case 'silent-point':
      return `${namePoint(toDo.point, config)}: ${toDo.runners.length} are expected, but nobody is read. Is the mat working?`;
    case 'notice':
      return describeNotice(toDo.notice);
    case 'sighting': {
      const { sighting, point } = toDo.seen;
      return `${namePoint(point, config)}: ${sighting.bib} ${sighting.kind}. Who was it?`;
    }
    case 'strange-bands':
      return `${toDo.count} bands assigned to nobody`;
    // No alarm.
    case 'contradiction':
    case 'past-cut-off':
    case 'in-by-laps':
    case 'never-seen':
    case 'checked-in-unseen':
    case 'to-check':
      return toDo.subject;
    default:
      return toDo satisfies never;
  }
}

function describeNotice(notice: Notice): string {
  if (notice.kind === 'problem') return notice.text;
  if (!('source' in notice)) return 'Something is wrong with the service';
  if (notice.kind === 'silent-source') return `The scanner ${notice.source} is silent`;
  if (notice.kind === 'reader' && notice.isBatteryLow) {
    const clock = notice.aheadMs ? ', and its clock is wrong' : '';
    return `The battery of the reader at ${notice.source} is low${clock}`;
  }
  if (notice.kind === 'sources-swapped')
    return `${notice.source} and ${notice.other} seem to be at each other’s point`;
  const isSuspected = notice.kind === 'clock-suspected' && !notice.isSure;
  return `The clock of ${notice.source} ${isSuspected ? 'seems to be' : 'is'} wrong`;
}

/** `306 Mair`; of a private runner only the bib. */
function nameRunner({ bibNumber, firstName, isPrivate }: AdminRunner): string {
  const name = isPrivate ? bibNumber : `${bibNumber} ${firstName}`.trim();
  return name === '' ? 'A runner without a bib' : name;
}

function namePoint(point: TimePoint, config: RaceConfig, event?: EventCode): string {
  const slot = coursesOf(config).slotOf(point);
  if (slot === -1) return `the ${point}`;
  return findCheckpointName(slot, config, event) ?? codeCheckpoint(slot, config);
}
