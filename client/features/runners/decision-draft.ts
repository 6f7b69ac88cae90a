import { formatClock } from '#shared/format/format-time.ts';
import { STORED_OVERRIDES, readOverrideText } from '#shared/model/typed-words.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { Checked } from '#client/kit/form-fields.tsx';
import type { EditorValues } from '#client/organisers/runners/editor-values.ts';
import {
  readTypedTime,
  type TimeFrame,
  type TypedTime,
} from '#client/organisers/texts/typed-time.ts';

export type DecisionKind = 'time' | 'dns' | 'dsq' | 'event';

export const DECISION_NAMES: Readonly<Record<DecisionKind, string>> = {
  time: 'Time by hand',
  dns: 'Did not start',
  dsq: 'Disqualified',
  event: 'Other distance',
};

/** The labels of the buttons that save it. */
export const DECISION_LABELS: Readonly<Record<DecisionKind, string>> = {
  ...DECISION_NAMES,
  time: 'Save the time',
  dsq: 'Disqualify',
};

export interface DecisionDraft {
  readonly time: TypedTime;
  readonly event: string;
  readonly reason: string;
}

export function beginDecision(kind: DecisionKind, { event }: AdminRunner): DecisionDraft {
  const reason = kind === 'dns' ? 'Reported at the desk' : '';
  return { time: { by: 'elapsed', text: '' }, event, reason };
}

export function readDecision(
  kind: DecisionKind,
  draft: DecisionDraft,
  runner: AdminRunner,
  frame: TimeFrame,
): Checked<Partial<EditorValues>> {
  const faults: { -readonly [Part in keyof DecisionDraft]?: string } = {};
  let values: Partial<EditorValues> = { overrideTime: STORED_OVERRIDES.dns };
  // The rule is stored with the runner (RULES.md OV9).
  if (kind === 'dsq') values = { overrideTime: `DSQ ${draft.reason.trim()}` };
  if (kind === 'event') {
    values = { event: draft.event };
    if (draft.event === runner.event) faults.event = 'This is already their distance.';
  }
  if (kind === 'time') {
    const reading = readTotal(draft.time, frame);
    if (typeof reading === 'string') values = { overrideTime: reading };
    else faults.time = reading.fault;
  }
  if (draft.reason.trim() === '') {
    faults.reason =
      kind === 'dsq'
        ? 'Enter the rule that was broken.'
        : 'Say why, for anyone who looks at this later.';
  }
  return Object.keys(faults).length === 0 ? { body: values, faults } : { faults };
}

/** The override in its stored form. An elapsed time is parsed as in the runner's form (RULES.md OV1). */
function readTotal(typed: TypedTime, frame: TimeFrame): string | { readonly fault: string } {
  if (typed.by === 'elapsed') {
    const reading = readOverrideText(typed.text);
    if (!reading.ok) return { fault: reading.error };
    if (/^\d+:\d/.test(reading.value) && reading.value !== STORED_OVERRIDES.dnf)
      return reading.value;
    return { fault: 'Enter a time such as 1:02:03 or 46:24.' };
  }
  const atMs = readTypedTime(typed, frame);
  if (atMs === undefined || frame.startMs === undefined) {
    return {
      fault:
        frame.startMs === undefined
          ? 'Their start is not known: enter the time since the start.'
          : 'Enter a time of day such as 18:02:12.',
    };
  }
  const totalMs = atMs - frame.startMs;
  return totalMs > SECOND_MS ? formatClock(totalMs) : { fault: 'This is before the start.' };
}
