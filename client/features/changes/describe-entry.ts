import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import type { ChangedValue, ChangeEntry } from '#shared/wire/runners-api.ts';
import { type Role, ROLES } from '#shared/wire/auth-api.ts';

import { labelEvent } from '#shared/format/label-event.ts';
import { isolateText } from '#client/ui/isolate-text.ts';
import { describeChange } from '#client/organisers/runners/describe-change.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { ROLE_NAMES } from '#client/organisers/texts/role-names.ts';
import { describeSetting } from '#client/organisers/texts/describe-setting.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';

export interface EntryWords {
  /** The runner or item that changed: `Siân Prydderch (bib 88)`, `Settings`. */
  readonly subject: string;
  readonly lines: readonly string[];
}

export function describeEntry(entry: ChangeEntry, config: RaceConfig | undefined): EntryWords {
  const runner = entry.after ?? entry.before;
  if (runner) return { subject: nameRunner(runner), lines: describeChange(entry, config) };
  const { action, values } = entry;
  switch (action) {
    case 'import':
    case 'restore':
      return { subject: 'All runners and scans', lines: [describeReplacement(entry)] };
    case 'merge': {
      const [added, merged] = ['added', 'merged'].map((name) => find(values, name)?.after ?? '0');
      return {
        subject: 'Late entries',
        lines: [`Added ${countOf(Number(added), 'runner')}, changed ${merged}`],
      };
    }
    case 'config':
      return {
        subject: 'Settings',
        lines: values.map((value) => describeSetting(value, config ?? DEFAULT_CONFIG)),
      };
    case 'logo':
      return { subject: 'Logo', lines: ['Picture replaced'] };
    case 'background':
      return { subject: 'Background', lines: ['Picture replaced'] };
    case 'chips':
      return describeChips(values);
    case 'dismiss-band':
      return { subject: `Band ${find(values, 'bandId')?.after}`, lines: ['Dismissed'] };
    case 'undismiss-band':
      return { subject: `Band ${find(values, 'bandId')?.before}`, lines: ['Brought back'] };
    case 'correct-reads':
      return describeCorrection(values, 'after');
    case 'uncorrect-reads':
      return describeCorrection(values, 'before');
    case 'did-not-start':
      return { subject: 'Start line', lines: [`${countListed(values)} set to DNS`] };
    case 'undo-did-not-start':
      return { subject: 'Start line', lines: [`${countListed(values)}: DNS taken back`] };
    case 'check-in':
      return { subject: 'Start line', lines: [`${countListed(values)} checked in`] };
    case 'undo-check-in':
      return { subject: 'Start line', lines: [`${countListed(values)}: check-in taken back`] };
    case 'take-back-marshal':
      return {
        subject: find(values, 'marshal')?.before ?? 'A marshal',
        lines: [`Taken back: every report on ${countListed(values)}`],
      };
    case 'undo-take-back-marshal':
      return {
        subject: find(values, 'marshal')?.after ?? 'A marshal',
        lines: [`Brought back: every report on ${countListed(values)}`],
      };
    case 'control':
      return describeControl(values, 'after', config);
    case 'control-remove':
      return describeControl(values, 'before', config);
    case 'reader':
      return describeReader(values);
    case 'renew-epoch':
      return { subject: 'The database', lines: ['Came back without its latest changes'] };
    default:
      return { subject: find(values, 'email')?.after ?? action, lines: describeAccount(entry) };
  }
}

/** More are counted. */
const MOST_CHIPS = 5;

function describeChips(values: readonly ChangedValue[]): EntryWords {
  const [only] = values;
  // The codes were deleted with the runner.
  if (!only) return { subject: 'Chips', lines: ['Changed'] };
  const many = find(values, 'chips');
  if (many) {
    const given = Number(many.after);
    const line =
      given > 0
        ? `${countOf(given, 'chip')} given to wristbands`
        : `${countOf(Number(many.before), 'chip')} taken back`;
    return { subject: 'Chips', lines: [line] };
  }
  if (values.length === 1) {
    return { subject: `Chip ${only.name}`, lines: [describeHolders(only)] };
  }
  const lines = values
    .slice(0, MOST_CHIPS)
    .map((value) => `${value.name}: ${describeHolders(value)}`);
  const hidden = values.length - lines.length;
  return { subject: 'Chips', lines: hidden > 0 ? [...lines, `and ${hidden} more`] : lines };
}

function describeHolders({ before, after }: ChangedValue): string {
  if (after === '') return `Taken back from band ${before}`;
  return before === '' ? `Given to band ${after}` : `Band ${before} → ${after}`;
}

function describeReplacement({ action, values }: ChangeEntry): string {
  const counts = (['runners', 'scans'] as const).map((name) =>
    countOf(Number(find(values, name)?.after ?? 0), name === 'runners' ? 'runner' : 'scan'),
  );
  const done = action === 'import' ? 'Imported' : 'Restored from a backup';
  const settings = find(values, 'settings') ? ', and the settings' : '';
  return `${done}: ${counts.join(', ')}${settings}`;
}

const CORRECTIONS: Readonly<Record<string, string>> = {
  void: 'made void',
  clock: 'clock moved',
  point: 'moved to another point',
  band: 'given to another band',
};

function describeCorrection(values: readonly ChangedValue[], when: 'before' | 'after'): EntryWords {
  const [source = '', kind = '', reason = '', band = ''] = [
    'reads.source',
    'action.kind',
    'reason',
    'action.bandId',
  ].map((name) => find(values, name)?.[when]);
  if (kind === 'list') {
    const done = when === 'after' ? 'Added' : 'Taken back';
    const size = Number(find(values, 'action.reads')?.[when] ?? 0);
    return { subject: `A list of ${countOf(size, 'time')}`, lines: [`${done}: ${reason}`] };
  }
  if (kind === 'add') {
    const done = when === 'after' ? 'Added' : 'Taken back';
    return { subject: `A read of band ${band}`, lines: [`${done}: ${reason}`] };
  }
  const what = CORRECTIONS[kind] ?? kind;
  return {
    subject: source === '' ? 'Reads' : `Reads of ${source}`,
    lines: [when === 'after' ? `Corrected, ${what}: ${reason}` : `Taken back, ${what}: ${reason}`],
  };
}

function countListed(values: readonly ChangedValue[]): string {
  return countOf(Number(find(values, 'runners')?.after ?? 0), 'runner');
}

/** An entry made or removed at race control (RULES.md RC7). */
function describeControl(
  values: readonly ChangedValue[],
  when: 'before' | 'after',
  config: RaceConfig | undefined,
): EntryWords {
  const [kind = '', subject = '', label = '', count = '', runners = '', text = ''] = [
    'kind',
    'subject',
    'label',
    'count',
    'runners',
    'text',
  ].map((name) => find(values, name)?.[when]);
  const done = when === 'after';
  const words: Readonly<Record<string, string>> = {
    claim: done ? 'Took this on' : 'Released this',
    left: done ? 'Ignored' : 'No longer ignored',
    'line-count': done ? `Counted at the start line: ${count}` : 'Start-line count removed',
    sweep: done ? 'The last sweeper has left' : 'Sweep taken back',
    marshal: done ? 'Pass made' : 'Pass ended',
    sighting: done ? 'Reported, runner not known yet' : 'Taken back',
  };
  const named =
    runners === '' || runners === '0' ? '' : `, ${countOf(Number(runners), 'runner')} named`;
  return {
    subject: `Race control: ${label || nameControlSubject(kind, subject, config)}`,
    // For a pass it is the name, which the subject contains.
    lines: [
      `${words[kind] ?? kind}${named}${text === '' || kind === 'marshal' ? '' : `: ${isolateText(text)}`}`,
    ],
  };
}

function nameControlSubject(kind: string, subject: string, config: RaceConfig | undefined): string {
  if (kind === 'sweep' && config) return describePoint(subject, config);
  if (kind === 'line-count' && config) return labelEvent(subject, config);
  return isolateText(subject);
}

function describeReader(values: readonly ChangedValue[]): EntryWords {
  const [source, isOn, file] = ['source', 'isOn', 'file'].map((name) => find(values, name));
  const subject = `Reader ${source?.after || source?.before}`;
  if (source?.after === '') return { subject, lines: ['Removed'] };
  if (source?.before === '') {
    return { subject, lines: [isOn?.after === 'true' ? 'Added and started' : 'Added'] };
  }
  const lines = [
    ...(file ? [`File ${isolateText(file.after)} uploaded`] : []),
    ...(isOn ? [isOn.after === 'true' ? 'Started' : 'Stopped'] : []),
  ];
  return { subject, lines: lines.length > 0 ? lines : ['Changed'] };
}

const ACCOUNT_DEEDS: Readonly<Record<string, string>> = {
  'organiser-reset': 'Given a one-time password',
  'organiser-password': 'Set a new password',
  'organiser-disable': 'Disabled',
  'organiser-enable': 'Enabled',
  'organiser-sign-out': 'Signed out everywhere',
  'organiser-codes-on': 'Turned on sign-in codes',
  'organiser-codes-off': 'Turned off sign-in codes',
  'organiser-recovery-code': 'Used a recovery code',
};

function describeAccount({ action, values }: ChangeEntry): string[] {
  const role = find(values, 'role');
  if (action === 'organiser-add') return [`Added as an organiser: ${nameRole(role?.after)}`];
  if (action === 'organiser-role') {
    return [`Rights: ${nameRole(role?.before)} → ${nameRole(role?.after)}`];
  }
  return [ACCOUNT_DEEDS[action] ?? action];
}

function nameRole(role: string | undefined): string {
  return isRole(role) ? ROLE_NAMES[role] : 'none';
}

function isRole(text: string | undefined): text is Role {
  return ROLES.some((role) => role === text);
}

function find(values: readonly ChangedValue[], name: string): ChangedValue | undefined {
  return values.find((value) => value.name === name);
}
