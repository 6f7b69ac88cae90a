import { describe, expect, test } from 'vitest';

import type { TextStorage } from '#client/live/text-storage.ts';
import { findFollowed, findRenewed, listMembers } from '#client/spectators/find-followed.ts';
import { FollowedStore, MAX_CLUBS, MAX_RUNNERS, toFollowed } from '#client/spectators/followed.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Starter } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

/** Storage shared by the tabs of a browser. */
class SharedTexts implements TextStorage {
  readonly kept = new Map<string, string>();
  isFull = false;
  readonly getItem = (key: string): string | null => this.kept.get(key) ?? null;
  readonly setItem = (key: string, text: string): void => {
    if (this.isFull) throw new Error('full');
    this.kept.set(key, text);
  };
}

const person = (runnerId: string, given: Partial<Starter> = {}): Starter =>
  buildResult({ runnerId, firstName: 'Heledd', lastName: runnerId, bibNumber: '363', ...given });
const star = (runnerId: string) => toFollowed(person(runnerId));
const idsOf = (store: FollowedStore) => store.getSnapshot().runners.map(({ runnerId }) => runnerId);

describe('[FW3] the followed list', () => {
  test('is stored in the order of starring; a second press unstars', () => {
    const texts = new SharedTexts();
    const store = new FollowedStore(() => texts);
    for (const id of ['bevan', 'ap-rhys', 'clarke']) store.toggleRunner(star(id));
    store.toggleRunner(star('ap-rhys'));
    store.toggleClub('Strumble Striders');
    const reopened = new FollowedStore(() => texts);
    expect(idsOf(reopened)).toEqual(['bevan', 'clarke']);
    expect(reopened.getSnapshot().clubs).toEqual(['Strumble Striders']);
    reopened.toggleClub('STRUMBLE  STRIDERS');
    expect(reopened.getSnapshot().clubs).toEqual([]);
  });

  test('is the same in all tabs, even if two change it at once', () => {
    const texts = new SharedTexts();
    const tabs = [new FollowedStore(() => texts), new FollowedStore(() => texts)] as const;
    tabs[0].toggleRunner(star('bevan'));
    tabs[1].toggleRunner(star('clarke'));
    expect(idsOf(tabs[1])).toEqual(['bevan', 'clarke']);
    tabs[0].reread();
    expect(idsOf(tabs[0])).toEqual(['bevan', 'clarke']);
  });

  test('lasts as long as the page if the browser stores nothing, and is bounded', () => {
    const blocked = new FollowedStore(() => {
      throw new Error('blocked');
    });
    const texts = new SharedTexts();
    texts.isFull = true;
    for (const store of [blocked, new FollowedStore(() => texts)]) {
      for (let i = 0; i < MAX_RUNNERS; i += 1) store.toggleRunner(star(`runner-${i}`));
      expect(store.toggleRunner(star('one-more'))).toBe(false);
      expect(idsOf(store)).toHaveLength(MAX_RUNNERS);
      expect(store.toggleRunner(star('runner-7'))).toBe(true);
      for (let i = 0; i < MAX_CLUBS; i += 1) store.toggleClub(`club ${i}`);
      expect(store.toggleClub('one more')).toBe(false);
    }
  });

  const many = Array.from({ length: 500 }, (_, i) => star(`r${i}`));
  const long = 'x'.repeat(300);
  test.each([
    ['other entries', '{"runners":[7,{"runnerId":"x"},null],"clubs":[7,""]}', 0],
    ['too many', JSON.stringify({ runners: many, clubs: [] }), MAX_RUNNERS],
    ['long texts', JSON.stringify({ runners: [star(long)], clubs: [long] }), 0],
  ])('ignores what is invalid in the stored list: %s', (_, text, count) => {
    const texts = new SharedTexts();
    texts.kept.set('splitcast.followed', text);
    const { runners, clubs } = new FollowedStore(() => texts).getSnapshot();
    expect([runners.length, clubs]).toEqual([count, []]);
  });
});

const starters = (...people: Starter[]) => new Map(people.map((one) => [one.runnerId, one]));

describe('after an import', () => {
  const nobody = new Standings(USUAL_COURSES);
  const renew = (kept: Starter, ...people: Starter[]) => {
    const runners = [toFollowed(kept)];
    const list = starters(...people);
    return [...findRenewed(findFollowed(runners, nobody, list), runners, list).values()];
  };
  const bevan = person('old', { lastName: 'Bevan' });

  test('a runner with another id is found again by bib and name, else by a unique name', () => {
    const same = person('new', { lastName: 'Bevan' });
    const namesake = person('other', { lastName: 'Bevan', bibNumber: '9' });
    expect(renew(bevan, same, namesake)).toEqual([toFollowed(same)]);
    expect(renew(bevan, namesake)).toEqual([toFollowed(namesake)]);
    const third = person('third', { lastName: 'Bevan', bibNumber: '8' });
    expect(renew(bevan, namesake, third)).toEqual([]);
    expect(renew(bevan, person('new', { lastName: 'Clarke' }))).toEqual([]);
  });

  test('a private runner is found only by id, and the stored name is removed', () => {
    const hidden = person('old', { firstName: '', lastName: '' });
    expect(renew(bevan, hidden)).toEqual([{ runnerId: 'old', bibNumber: '363', name: '' }]);
    expect(renew(hidden, person('new', { firstName: '', lastName: '' }))).toEqual([]);
  });

  test('two followed runners who turn out to be one are merged', () => {
    const store = new FollowedStore(() => new SharedTexts());
    for (const id of ['a', 'b']) store.toggleRunner(star(id));
    store.replaceRunners(new Map([['a', star('b')]]));
    expect(idsOf(store)).toEqual(['b']);
  });
});

test('the members of a club are its first sixty entries, in any spelling', () => {
  const clubs = ['Strumble Striders', 'STRUMBLE striders', 'Other', ''];
  const field = Array.from({ length: 200 }, (_, i) =>
    person(`r${i}`, { runClub: clubs[i % 4] ?? '' }),
  );
  const members = listMembers('Strumble Striders', starters(...field));
  expect(members).toHaveLength(60);
  expect(members.slice(0, 3).map(({ runnerId }) => runnerId)).toEqual(['r0', 'r1', 'r4']);
  expect(listMembers('', starters(...field))).toEqual([]);
});
