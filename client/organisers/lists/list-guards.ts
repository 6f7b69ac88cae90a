import type { AdminBody, AdminRunner, RunnersDelta } from '#shared/wire/runners-api.ts';
import type {
  DismissalBody,
  MissingBody,
  MissingMessage,
  FinishedDnf,
  MissingDetails,
  Notice,
  SightBody,
  UnassignedBandBody,
} from '#shared/wire/missing-api.ts';
import type { Editing, ReplacedMessage } from '#shared/wire/admin-events.ts';

import { isArrayOf, isHead, isNumber, isRecord, isText } from '../../live/wire-guards.ts';

const RUNNER_TEXTS = [
  'runnerId',
  'raceNumber',
  'bandID',
  'category',
  'ageGroup',
  'bibNumber',
  'firstName',
  'lastName',
  'event',
  'runClub',
  'overrideLime',
  'mobileNumber',
] as const satisfies readonly (keyof AdminRunner)[];

export function isAdminBody(value: unknown): value is AdminBody {
  return isRecord(value) && isHead(value) && isArrayOf(value['resultData'], isAdminRunner);
}

export function isMissingBody(value: unknown): value is MissingBody {
  return isAdminBody(value) && hasMissingDetails(value);
}

export function isMissingMessage(value: unknown): value is MissingMessage {
  return (
    isRecord(value) &&
    isHead(value) &&
    isArrayOf(value['resultData'], isText) &&
    hasMissingDetails(value)
  );
}

export function isRunnersDelta(value: unknown): value is RunnersDelta {
  return (
    isRecord(value) &&
    isHead(value) &&
    isNumber(value['from']) &&
    isArrayOf(value['upsert'], isAdminRunner) &&
    isArrayOf(value['remove'], isText)
  );
}

export function isPresence(value: unknown): value is Editing[] {
  return isArrayOf(
    value,
    (one): one is Editing => isRecord(one) && isText(one['runnerId']) && isText(one['email']),
  );
}

export function isReplaced(value: unknown): value is ReplacedMessage {
  return (
    isRecord(value) &&
    isNumber(value['version']) &&
    (value['action'] === 'import' || value['action'] === 'restore') &&
    isText(value['by']) &&
    isText(value['at']) &&
    isNumber(value['runners'])
  );
}

function isAdminRunner(value: unknown): value is AdminRunner {
  return (
    isRecord(value) &&
    RUNNER_TEXTS.every((field) => typeof value[field] === 'string') &&
    isNumber(value['rev']) &&
    (value['earlierBands'] === undefined || isArrayOf(value['earlierBands'], isText))
  );
}

function hasMissingDetails(value: object): value is MissingDetails {
  const { scannedNumberNoRunners, lastSeen, finishedDnfs, notices } = value as Readonly<
    Record<string, unknown>
  >;
  return (
    isArrayOf(
      scannedNumberNoRunners,
      (band): band is UnassignedBandBody =>
        isRecord(band) &&
        isText(band['bandID']) &&
        isSight(band) &&
        (band['dismissal'] === undefined || isDismissal(band['dismissal'])),
    ) &&
    (lastSeen === undefined || isArrayOf(lastSeen, isSightOrNone)) &&
    (finishedDnfs === undefined || isArrayOf(finishedDnfs, isFinishedDnf)) &&
    (notices === undefined || isArrayOf(notices, isNotice))
  );
}

function isSightOrNone(value: unknown): value is SightBody | null {
  return value === null || isSight(value);
}

function isSight(value: unknown): value is SightBody {
  return (
    isRecord(value) &&
    isNumber(value['scans']) &&
    typeof value['lastPoint'] === 'string' &&
    isNumber(value['lastTime'])
  );
}

function isDismissal(value: unknown): value is DismissalBody {
  return (
    isRecord(value) &&
    isNumber(value['at']) &&
    isText(value['by']) &&
    typeof value['isOver'] === 'boolean'
  );
}

/** A kind that this page does not know passes too: it shows nothing of it. */
function isNotice(value: unknown): value is Notice {
  if (!isRecord(value)) return false;
  const { kind, aheadMs, count } = value;
  const areTexts = (...names: readonly string[]): boolean =>
    names.every((name) => typeof value[name] === 'string');
  switch (kind) {
    case 'clock':
      return areTexts('source') && isNumber(aheadMs);
    case 'unreadable':
      return areTexts('hash', 'field', 'reason');
    case 'more-unreadable':
      return isNumber(count);
    case 'problem':
      return areTexts('text');
    default:
      return isText(kind);
  }
}

function isFinishedDnf(value: unknown): value is FinishedDnf {
  return isRecord(value) && isText(value['runnerId']) && isNumber(value['finishTime']);
}
