import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Report, StopReason } from '#shared/model/decisions.ts';

import { isolateText } from '#client/ui/isolate-text.ts';
import { describePoint, describeTime, formatDay } from './describe-last-seen.ts';

export const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  retired: 'retired',
  injured: 'stopped injured',
  ill: 'stopped ill',
  'timed-out': 'timed out',
  other: 'stopped',
};

/** A report and its author: `seen at Carn Ingli, 15:02, says Anna: limping`. */
export function describeReport(
  report: Report,
  event: EventCode,
  config: RaceConfig | undefined,
): string {
  const {
    kind,
    isTimed,
    point,
    reason = 'other',
    isDisqualified,
    isSafe,
    atMs,
    enteredMs,
    saidBy,
    text,
  } = report;
  const zone = config?.timeZone ?? 'UTC';
  const reported = {
    'checked-in': 'checked in',
    withdrawn: 'withdrawn before the start',
    seen: isTimed ? 'timed by hand' : 'seen',
    stopped: isDisqualified ? 'disqualified' : STOP_WORDS[reason],
    safe: 'safe',
    note: 'note',
  }[kind];
  const at = point ? ` at ${config ? describePoint(point, config, event) : point}` : '';
  // The day is given only if it differs from the day of entry.
  const clock = describeTime(atMs, zone, formatDay(enteredMs, zone)).replace(/:\d\d$/, '');
  const parts = [
    `${reported}${at}`,
    ...(isSafe ? ['accounted for'] : []),
    clock,
    ...(saidBy === undefined ? [] : [`says ${isolateText(saidBy)}`]),
  ];
  if (text === undefined) return parts.join(', ');
  // How they are known to be safe goes with the word.
  if (kind === 'safe') return [reported, isolateText(text), ...parts.slice(1)].join(', ');
  return `${parts.join(', ')}: ${isolateText(text)}`;
}
