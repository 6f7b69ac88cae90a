import { beforeEach, describe, expect, test } from 'vitest';

import {
  absorb,
  adopt,
  openDraft,
  settle,
  type SettingsDraft,
} from '#client/features/settings/settings-draft.ts';
import {
  listChanged,
  listConflicts,
  type SettingTexts,
  textsOf,
} from '#client/features/settings/setting-texts.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { TextPart } from '#shared/model/setting-parts.ts';
import { buildConfig } from '#tests/support/builders.ts';

const config = buildConfig();
let draft: SettingsDraft;

beforeEach(() => {
  draft = openDraft(textsOf(config));
});

function type(field: TextPart, text: string): void {
  draft = { ...draft, typed: { ...draft.typed, [field]: text } };
}

function later(changes: Partial<RaceConfig>): SettingTexts {
  return textsOf({ ...config, ...changes });
}

test('an untouched form has nothing to save', () => expect(listChanged(draft)).toEqual([]));

test('a text that means the saved value is no change, an unreadable one is', () => {
  type('distances', ' Half ,\nFull,  Ultra ');
  type('raceStart', '2026-06-20T10:00');
  type('earliestFinish', '0:10:00');
  expect(listChanged(draft)).toEqual([]);
  type('timeZone', 'Mars/Base');
  expect(listChanged(draft)).toEqual(['timeZone']);
});

describe('settings that another organiser saved since', () => {
  test('shows in untouched fields, with a message', () => {
    type('KOMs', 'Wall');
    draft = absorb(draft, later({ pageTitle: 'Ras 2', raceStart: '2026-06-20-10-05-00' }));
    expect(draft.typed).toMatchObject({ pageTitle: 'Ras 2', raceStart: '2026-06-20 10:05:00' });
    expect(draft.typed.KOMs).toBe('Wall');
    expect(draft.updated).toEqual(['pageTitle', 'raceStart']);
    expect(listChanged(draft)).toEqual(['KOMs']);
  });

  test('leaves typed text alone, as a conflict until it is settled', () => {
    const latest = later({ pageTitle: 'Theirs' });
    type('pageTitle', 'Mine');
    draft = absorb(draft, latest);
    draft = absorb(draft, latest);
    expect(draft.typed.pageTitle).toBe('Mine');
    expect(listConflicts(draft, latest)).toEqual(['pageTitle']);
    expect(draft.updated).toEqual([]);

    draft = settle(draft, 'pageTitle', latest, 'mine');
    expect(listConflicts(draft, latest)).toEqual([]);
    expect(listChanged(draft)).toEqual(['pageTitle']);
    expect(draft.typed.pageTitle).toBe('Mine');
  });

  test('replaces typed text when chosen', () => {
    const latest = later({
      starts: { ...USUAL_COURSES.byEvent(() => ''), BB: '2026-06-20-11-00-00' },
    });
    type('starts.BB', '2026-06-20 12:00:00');
    draft = absorb(draft, latest);
    draft = settle(draft, 'starts.BB', latest, 'theirs');
    expect(draft.typed['starts.BB']).toBe('2026-06-20 11:00:00');
    expect(listChanged(draft)).toEqual([]);
  });

  test('is no conflict when both came to the same', () => {
    const latest = later({ pageTitle: 'Ras 2' });
    type('pageTitle', ' Ras  2 ');
    draft = absorb(draft, latest);
    expect(listConflicts(draft, latest)).toEqual([]);
    expect(listChanged(draft)).toEqual([]);
  });

  test('waits while the cursor is in the field', () => {
    const latest = later({ pageTitle: 'Theirs' });
    draft = absorb(draft, latest, 'pageTitle');
    expect(draft.typed.pageTitle).toBe(config.pageTitle);
    expect(listConflicts(draft, latest)).toEqual([]);
    expect(listChanged(draft)).toEqual([]);
    draft = absorb(draft, latest);
    expect(draft.typed.pageTitle).toBe('Theirs');
  });
});

describe('what was saved here', () => {
  test('stands in the fields as kept, without a message', () => {
    type('distances', 'Short\nLong');
    const sent = draft.typed;
    draft = adopt(draft, later({ distances: 'Short,Long' }), ['distances'], { sent });
    expect(draft.typed.distances).toBe('Short,Long');
    expect(listChanged(draft)).toEqual([]);
    expect(draft.updated).toEqual([]);
  });

  test('does not replace text typed since', () => {
    type('pageTitle', 'Ras');
    const sent = draft.typed;
    type('pageTitle', 'Ras Beca 2026');
    const saved = later({ pageTitle: 'Ras' });
    draft = adopt(draft, saved, ['pageTitle'], { sent });
    expect(draft.typed.pageTitle).toBe('Ras Beca 2026');
    expect(listChanged(draft)).toEqual(['pageTitle']);
    expect(listConflicts(draft, saved)).toEqual([]);
  });
});
