import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import type { ChangedValue, ChangeEntry } from '#shared/wire/runners-api.ts';
import type { Role } from '#shared/wire/auth-api.ts';

import { isolateText } from '#shared/format/isolate-text.ts';
import { nameSource } from '#client/organisers/rollcall/describe-called.ts';
import { describeChange } from '#client/organisers/runners/describe-change.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { ROLE_NAMES } from '#client/organisers/texts/role-names.ts';
import { describeSetting } from '#client/organisers/texts/describe-setting.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';

export interface EntryTexts {
  /** The runner or item that changed: `Siân Prydderch (bib 88)`, `Settings`. */
  readonly subject: string;
  readonly lines: readonly string[];
}

export function describeEntry(entry: ChangeEntry, config: RaceConfig | undefined): EntryTexts {
  const runner = entry.after ?? entry.before;
  if (runner) return { subject: nameRunner(runner), lines: describeChange(entry, config) };
  const { action, values } = entry;
  const starters = countOf(Number(find(values, 'runners')?.after ?? 0), 'runner');
  switch (action) {
    case 'import':
    case 'restore':
      return { subject: 'All runners and scans', lines: [describeReplacement(entry)] };
    case 'merge': {
      const [added, merged] = ['added', 'merged'].map((name) => find(values, name)?.after ?? '0');
      const line = `Added ${countOf(Number(added), 'runner')}, changed ${merged}`;
      return { subject: 'Late entries', lines: [line] };
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
      return { subject: 'Start line', lines: [`${starters} set to DNS`] };
    case 'undo-did-not-start':
      return { subject: 'Start line', lines: [`${starters}: DNS taken back`] };
    case 'check-in':
      return { subject: 'Start line', lines: [`${starters} checked in`] };
    case 'undo-check-in':
      return { subject: 'Start line', lines: [`${starters}: check-in taken back`] };
    case 'take-back-marshal':
    case 'undo-take-back-marshal': {
      const { before = '', after = '' } = find(values, 'marshal') ?? {};
      const done = action === 'take-back-marshal' ? 'Taken back' : 'Brought back';
      const lines = [`${done}: every report on ${starters}`];
      return {
        subject: nameSource(before || after || 'A marshal', config ?? DEFAULT_CONFIG),
        lines,
      };
    }
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

/** A line for each chip; of many only their number is in the log. */
function describeChips(values: readonly ChangedValue[]): EntryTexts {
  const counts = find(values, 'chips');
  // The values were deleted with the runner.
  if (values.length === 0) return { subject: 'Chips', lines: ['Changed'] };
  if (!counts) return { subject: 'Chips', lines: values.map(describeHolder) };
  const given = Number(counts.after);
  const line =
    given > 0
      ? `${countOf(given, 'chip')} given to wristbands`
      : `${countOf(Number(counts.before), 'chip')} taken back`;
  return { subject: 'Chips', lines: [line] };
}

function describeHolder({ name, before, after }: ChangedValue): string {
  if (after === '') return `${name}: taken back from band ${before}`;
  return `${name}: ${before === '' ? 'given to band' : `band ${before} →`} ${after}`;
}

function describeReplacement({ action, values }: ChangeEntry): string {
  const counts = (['runners', 'scans'] as const).map((name) =>
    countOf(Number(find(values, name)?.after ?? 0), name === 'runners' ? 'runner' : 'scan'),
  );
  const done = action === 'import' ? 'Imported' : 'Restored from a backup';
  return `${done}: ${counts.join(', ')}`;
}

const CORRECTIONS: Readonly<Record<string, string>> = {
  void: 'made void',
  clock: 'clock moved',
  point: 'moved to another point',
  band: 'given to another band',
};

function describeCorrection(values: readonly ChangedValue[], when: 'before' | 'after'): EntryTexts {
  const [source = '', kind = '', reason = '', band = '', size = '0'] = [
    'reads.source',
    'action.kind',
    'reason',
    'action.bandId',
    'action.reads',
  ].map((name) => find(values, name)?.[when]);
  const isMade = when === 'after';
  const added = [`${isMade ? 'Added' : 'Taken back'}: ${reason}`];
  if (kind === 'list')
    return { subject: `A list of ${countOf(Number(size), 'time')}`, lines: added };
  if (kind === 'add') return { subject: `A read of band ${band}`, lines: added };
  const subject = source === '' ? 'Reads' : `Reads of ${source}`;
  const what = CORRECTIONS[kind] ?? kind;
  return { subject, lines: [`${isMade ? 'Corrected' : 'Taken back'}, ${what}: ${reason}`] };
}

/** An entry made or removed at race control (RULES.md RC7). */
function describeControl(
  values: readonly ChangedValue[],
  when: 'before' | 'after',
  config: RaceConfig | undefined,
): EntryTexts {
  const [kind = '', subject = '', label = '', runners = '', text = ''] = [
    'kind',
    'subject',
    'label',
    'runners',
    'text',
  ].map((name) => find(values, name)?.[when]);
  const done = when === 'after';
  const words: Readonly<Record<string, string>> = {
    claim: done ? 'Took this on' : 'Released this',
    left: done ? 'Ignored' : 'No longer ignored',
    sweep: done ? 'The last sweeper has left' : 'Sweep taken back',
    marshal: done ? 'Pass made' : 'Pass ended',
    sighting: done ? 'Reported, runner not known yet' : 'Taken back',
  };
  const named =
    runners === '' || runners === '0' ? '' : `, ${countOf(Number(runners), 'runner')} named`;
  return {
    subject: `Race control: ${label ? nameSource(label, config ?? DEFAULT_CONFIG) : nameControlSubject(kind, subject, config)}`,
    // The text of a pass is the name, which the subject contains.
    lines: [
      `${words[kind] ?? kind}${named}${text === '' || kind === 'marshal' ? '' : `: ${isolateText(text)}`}`,
    ],
  };
}

function nameControlSubject(kind: string, subject: string, config: RaceConfig | undefined): string {
  if (kind === 'sweep' && config) return describePoint(subject, config);
  return isolateText(subject);
}

function describeReader(values: readonly ChangedValue[]): EntryTexts {
  const [source, isOn, file] = ['source', 'isOn', 'file'].map((name) => find(values, name));
  const lines = [
    ...(source?.before === '' ? ['Added'] : []),
    ...(source?.after === '' ? ['Removed'] : []),
    ...(file?.after ? [`File ${isolateText(file.after)} uploaded`] : []),
    ...(isOn?.after ? [isOn.after === 'true' ? 'Started' : 'Stopped'] : []),
  ];
  return {
    subject: `Reader ${source?.after || source?.before}`,
    lines: lines.length > 0 ? lines : ['Changed'],
  };
}

const ACCOUNT_DEEDS: Readonly<Record<string, string>> = {
  'organiser-reset': 'Given a one-time password',
  'organiser-password': 'Set a new password',
  'organiser-disable': 'Disabled',
  'organiser-enable': 'Enabled',
  'organiser-codes-on': 'Turned on sign-in codes',
  'organiser-codes-off': 'Turned off sign-in codes',
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
  return ROLE_NAMES[role as Role] ?? 'none';
}

function find(values: readonly ChangedValue[], name: string): ChangedValue | undefined {
  return values.find((value) => value.name === name);
}
