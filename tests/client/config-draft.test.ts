import { byEvent } from '#shared/model/event.ts';
import { beforeEach, describe, expect, test } from 'vitest';

import { ConfigDraft } from '#client/features/settings/config-draft.ts';
import {
  listChanged,
  listConflicts,
  type SettingTexts,
  showValue,
  textsBy,
  textsOf,
} from '#client/features/settings/setting-texts.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { TextPart } from '#shared/model/setting-parts.ts';
import { buildConfig } from '#tests/support/builders.ts';

const config = buildConfig();
let screen: Record<TextPart, string>;
let held: TextPart | undefined;
let draft: ConfigDraft;

beforeEach(() => {
  const values = textsOf(config);
  screen = { ...textsBy((field) => showValue(field, values[field])) };
  held = undefined;
  draft = new ConfigDraft(values, {
    read: () => ({ ...screen }),
    write: (field, text) => {
      screen[field] = text;
    },
    findHeld: () => held,
  });
});

function later(news: Partial<RaceConfig>): SettingTexts {
  return textsOf({ ...config, ...news });
}

test('[SF3] a form that was not touched has nothing to save', () => {
  expect(listChanged(draft.texts)).toEqual([]);
});

test('[SF3] a text that means what is saved is no change, one that cannot be read is', () => {
  screen.distances = ' Half ,\nFull,  Ultra ';
  screen.raceStart = '2026-06-20T10:00';
  screen.earliestFinish = '0:10:00';
  expect(listChanged(draft.texts)).toEqual([]);
  screen.timeZone = 'Mars/Base';
  expect(listChanged(draft.texts)).toEqual(['timeZone']);
});

describe('[SF9] what another organiser saved meanwhile', () => {
  test('shows in the fields nobody has touched here, and is told', () => {
    screen.KOMs = 'Wall';
    draft.absorb(later({ pageTitle: 'Ras 2', raceStart: '2026-06-20-10-05-00' }));
    expect(screen).toMatchObject({ pageTitle: 'Ras 2', raceStart: '2026-06-20 10:05:00' });
    expect(screen.KOMs).toBe('Wall');
    expect(draft.getSnapshot().news).toEqual(['pageTitle', 'raceStart']);
    expect(listChanged(draft.texts)).toEqual(['KOMs']);
  });

  test('leaves alone what is typed, and is a conflict until it is settled', () => {
    const latest = later({ pageTitle: 'Theirs' });
    screen.pageTitle = 'Mine';
    draft.absorb(latest);
    draft.absorb(latest);
    expect(screen.pageTitle).toBe('Mine');
    expect(listConflicts(draft.texts, latest)).toEqual(['pageTitle']);
    expect(draft.getSnapshot().news).toEqual([]);

    draft.settle('pageTitle', latest, 'mine');
    expect(listConflicts(draft.texts, latest)).toEqual([]);
    expect(listChanged(draft.texts)).toEqual(['pageTitle']);
    expect(screen.pageTitle).toBe('Mine');
  });

  test('takes the place of what is typed when that is chosen', () => {
    const latest = later({ starts: { ...byEvent(() => ''), BB: '2026-06-20-11-00-00' } });
    screen['starts.BB'] = '2026-06-20 12:00:00';
    draft.absorb(latest);
    draft.settle('starts.BB', latest, 'theirs');
    expect(screen['starts.BB']).toBe('2026-06-20 11:00:00');
    expect(listChanged(draft.texts)).toEqual([]);
  });

  test('is a conflict again when it changes after it was settled', () => {
    screen.pageTitle = 'Mine';
    draft.settle('pageTitle', later({ pageTitle: 'Theirs' }), 'mine');
    const latest = later({ pageTitle: 'Theirs again' });
    draft.absorb(latest);
    expect(listConflicts(draft.texts, latest)).toEqual(['pageTitle']);
  });

  test('is no conflict when both came to the same', () => {
    const latest = later({ pageTitle: 'Ras 2' });
    screen.pageTitle = ' Ras  2 ';
    draft.absorb(latest);
    expect(listConflicts(draft.texts, latest)).toEqual([]);
    expect(listChanged(draft.texts)).toEqual([]);
  });

  test('waits while the cursor is in the field', () => {
    const latest = later({ pageTitle: 'Theirs' });
    held = 'pageTitle';
    draft.absorb(latest);
    expect(screen.pageTitle).toBe(config.pageTitle);
    expect(listConflicts(draft.texts, latest)).toEqual([]);
    expect(listChanged(draft.texts)).toEqual([]);
    held = undefined;
    draft.absorb(latest);
    expect(screen.pageTitle).toBe('Theirs');
  });
});

describe('[SF9] what was saved here', () => {
  test('stands in the fields as it is kept, and is no news', () => {
    screen.distances = 'Short\nLong';
    const sent = { ...screen };
    draft.adopt(later({ distances: 'Short,Long' }), ['distances'], sent);
    expect(screen.distances).toBe('Short,Long');
    expect(listChanged(draft.texts)).toEqual([]);
    expect(draft.getSnapshot().news).toEqual([]);
  });

  test('does not take the place of what was typed since', () => {
    screen.pageTitle = 'Ras';
    const sent = { ...screen };
    screen.pageTitle = 'Ras Beca 2026';
    const saved = later({ pageTitle: 'Ras' });
    draft.adopt(saved, ['pageTitle'], sent);
    expect(screen.pageTitle).toBe('Ras Beca 2026');
    expect(listChanged(draft.texts)).toEqual(['pageTitle']);
    expect(listConflicts(draft.texts, saved)).toEqual([]);
  });
});
