import type { ChangedValue } from '#shared/wire/admin-api.ts';

import { FIELD_LABELS } from './config-texts.ts';
import { showStart } from './start-text.ts';

const SETTING_LABELS: Readonly<Record<string, string>> = {
  ...FIELD_LABELS,
  'starts.BB': FIELD_LABELS.startBB,
  'starts.PB': FIELD_LABELS.startPB,
  'starts.UB': FIELD_LABELS.startUB,
  closed: 'Race closed',
  'closedEvents.BB': 'First distance closed',
  'closedEvents.PB': 'Second distance closed',
  'closedEvents.UB': 'Third distance closed',
};
const VALUE_WORDS: Readonly<Record<string, string>> = { true: 'yes', false: 'no', '': 'none' };

/** `Title: Ras → Ras y Bannau`. */
export function describeSetting({ name, before, after }: ChangedValue): string {
  return `${SETTING_LABELS[name] ?? name}: ${showSetting(before)} → ${showSetting(after)}`;
}

function showSetting(value: string): string {
  return VALUE_WORDS[value] ?? showStart(value);
}
