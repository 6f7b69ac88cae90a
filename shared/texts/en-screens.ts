import type { TeamSetup } from '../model/race-setup.ts';
import { type Texts, en } from './en.ts';
import { createAge, createPlural } from './grammar.ts';

/** English texts of screens that are loaded on demand, so that the first load is smaller (SCREENS.md LK3). */

const plural = createPlural('en-GB');
const exactAge = createAge({ second: 's', minute: 'min', hour: 'h', day: 'd' }, 1);

const TEAMS_OF: Readonly<Record<string, string>> = { F: 'women', M: 'men', X: 'non-binary' };

const screens = {
  /** Why there is no news of a runner on course. */
  waiting: {
    overdue: (name: string, point: string, clock: string) =>
      `Later than expected: we expected ${name} at ${point} by ${clock}.`,
    expected: (point: string, range: string) => `Expected at ${point} between ${range}.`,
  },

  /** The race as one picture. */
  race: {
    choose: 'Choose a race',
    tap: 'Tap a dot to see who it is.',
    whereEverybody: 'Where everybody is',
    between: (from: string, to: string) => `Between ${from} and ${to}`,
    unknown: (point: string) => `Somewhere after ${point}`,
    expected: 'Each dot is a runner at their expected position, estimated from their times.',
    nobody: 'Nobody is on course.',
    faded: (dots: number) =>
      plural(dots, {
        one: '# faded dot may be elsewhere: the runner is late, or too little is known of the way there.',
        other:
          '# faded dots may be elsewhere: these runners are late, or too little is known of the way there.',
      }),
    even: 'The distances are not known, so the points are drawn evenly spaced.',
    gaps: 'Gaps to the first',
    gapsWhy:
      'The first ten and everyone you follow, with their time behind the first of them at each point.',
    gapsTable: 'The gaps as a table',
    compare: 'Compare runners',
    compareWhom: 'Choose two to four runners',
    compareWhy: 'Each one’s time behind the first of them at each point.',
    compareLegs: 'Leg by leg',
  },

  runner: {
    finish: 'Finish',
    /** Within a sentence. */
    theFinish: 'the finish',
    finished: 'Finished',
    didNotFinish: 'Did not finish',
    unranked: 'Unranked',
    disqualified: 'Disqualified',
    lastSeenAt: (point: string, time: string) => `Last seen at ${point} after ${time}`,
    started: (ago: string) => `On course, started ${ago}`,
    left: (point: string, ago: string) => `On course. Passed ${point} ${ago}`,
    startsAt: 'Starts at',
    startsIn: (span: string) => `in ${span}`,
    startsOn: (day: string) => `on ${day}`,
    raceStarted: (at: string) => `The race started ${at}.`,
    expectedFinish: (range: string, basis: string) =>
      `expected at the finish, between ${range} (${basis})`,
    wasExpected: (range: string) => `Later than expected: due at the finish between ${range}`,
    /** The basis of an expected time. */
    basis: (count: number) =>
      count === 0
        ? 'at their own pace'
        : plural(count, {
            one: 'based on # runner who has run this leg',
            other: 'based on # runners who have run this leg',
          }),
    range: (from: string, to: string) => `${from} and ${to}`,
    /** The line of the course, for screen readers. */
    progress: (passed: number, stages: number) => `${passed} of ${stages} points passed`,
    toGo: (distance: string) => `≈ ${distance} to go`,
    lastSeenFrom: (distance: string) => `last seen ${distance} from the finish`,
    placesAt: (point: string) => `Places at ${point}`,
    ofAll: (count: number) => `of ${count} overall`,
    entered: (count: number) => `${count} entered`,
    ofSex: {
      F: (count: number) => plural(count, { one: 'of # woman', other: 'of # women' }),
      M: (count: number) => plural(count, { one: 'of # man', other: 'of # men' }),
      X: (count: number) => `of ${count} non-binary`,
    },
    ofGroup: (group: string, count: number) => `of ${count} in ${group}`,
    leg: 'Leg',
    toLeader: 'To leader',
    toNext: 'To runner ahead',
    placesWon: (count: number) =>
      plural(count, { one: '# place gained', other: '# places gained' }),
    placesLost: (count: number) => plural(count, { one: '# place lost', other: '# places lost' }),
    aroundAt: (point: string) => `Just ahead and behind at ${point}`,
    ahead: (gap: string) => `${gap} ahead`,
    behind: (gap: string) => `${gap} behind`,
    sameTime: 'same time',
    saveCard: 'Save result card',
    toCertificate: 'Print certificate',
    photos: 'Photos',
    nobody: (asked: string) => `No runner found for “${asked}”`,
    nobodyWhy: 'Perhaps the entry changed, or the link is old. Try searching by name.',
    several: (bib: string) => `Several runners have bib ${bib}`,
  },

  /** The start that counts, and the names of both times. */
  start: {
    /** With the second behind it, and the name of the wave behind that. */
    by: { own: 'Own start', gun: 'Gun start', chip: 'Crossed the start' },
    gun: 'Gun time',
    chip: 'Chip time',
  },

  certificate: {
    title: 'Certificate',
    of: (name: string) => `Certificate of ${name}`,
    print: 'Print',
    /** Between the name and the race. */
    finished: 'completed the',
    ofFinishers: (count: number) =>
      plural(count, { one: 'of # finisher', other: 'of # finishers' }),
    provisional: 'Provisional results: places may still change.',
    none: 'There is no certificate here',
    finishersAlone: 'Certificates are only for finishers.',
  },

  /** The commentator's screen. */
  commentary: {
    title: 'Commentary',
    throughFinish: 'Finishers',
    through: (point: string) => `Through ${point}`,
    allCorrections: 'All corrections',
    nobodyYet: 'No one through yet. Runners appear here as soon as they’re timed.',
    woman: (nth: string) => `${nth} woman`,
    man: (nth: string) => `${nth} man`,
    nonBinary: (nth: string) => `${nth} non-binary`,
    inGroup: (nth: string, group: string) => `${nth} ${group}`,
    fastestFrom: (point: string) => `Fastest so far from ${point}`,
    bestClimb: (climb: string, time: string) => `Best so far on ${climb}: ${time}`,
    passed: (count: number) => `up ${count}`,
    lost: (count: number) => `down ${count}`,
    expected: (point: string) => `Expected: ${point}`,
    nobodyExpected: 'Nobody is expected here.',
    overdue: (count: number) => `${count} overdue`,
    soon: 'now',
    whereOrder: 'finished · on course · out',
    pinned: 'Pinned',
    unpin: (name: string) => `Unpin ${name}`,
    /** `6 s ago`: in the first minute each second counts. */
    ago: (ageMs: number) => `${exactAge(ageMs)} ago`,
    gained: 'Gained',
  },

  corrections: {
    why: 'Published results that were later corrected, and why.',
    none: 'No result has been corrected.',
    isNot: (is: string, was: string) => `${is} (was ${was})`,
    gone: 'no longer in the results',
    /** `point` is empty if there are several. */
    reasons: {
      clock: (point: string) =>
        point === '' ? 'a reader’s clock was wrong' : `a reader’s clock at ${point} was wrong`,
      read: (point: string) =>
        point === '' ? 'a read was corrected' : `a read at ${point} was corrected`,
      start: () => 'the start time was corrected',
      hand: () => 'a time was entered by hand',
      status: () => 'the status was corrected',
      registration: () => 'the registration was corrected',
      settings: () => 'the settings of the race were changed',
    },
  },

  /** The tables of categories, legs, clubs and teams. */
  tables: {
    choose: 'Which tables',
    views: { categories: 'Categories', legs: 'Legs', clubs: 'Clubs', teams: 'Teams' },
    start: 'Start',
    finishers: (count: number) => plural(count, { one: '# finisher', other: '# finishers' }),
    /** `who` is a sex, or the name of the team rule. */
    team: (place: string, club: string, who: string) => `${place} ${TEAMS_OF[who] ?? who}: ${club}`,
    points: (points: number) => plural(points, { one: '# point', other: '# points' }),
    /** How teams score under a rule. */
    teamRuleOf: ({ name, count, leastWomen = 0, by }: TeamSetup) =>
      [
        `${name}: the first ${count} of a club count`,
        leastWomen > 0 && `at least ${leastWomen} of them women`,
        by === 'place' ? 'the lowest sum of places wins' : 'the lowest sum of times wins',
      ]
        .filter(Boolean)
        .join(', '),
    nothing: 'No results for this table yet.',
    nobody: 'Nobody yet',
    more: (count: number) => `and ${count} more`,
    /** Before the kinds of files. */
    files: 'Download all results:',
  },

  /** The screen at the finish. */
  board: {
    title: 'Finish board',
    raceTime: 'Race time',
    over: 'Race over',
    timeOfDay: 'Time of day',
    onPhone: 'QR code of these results on your phone',
    /** `Next: Aled Patel ≈ 12:03` */
    nextIn: (name: string, clock: string) => `Next: ${name} ≈ ${clock}`,
    previous: 'Previous page',
    next: 'Next page',
    hold: 'Hold',
    recovering: 'Something went wrong. The board will reload in a moment.',
  },
};

/** Every text of the public screens in a language. */
export type AllTexts = Texts & typeof screens;

export const allEn: AllTexts = { ...en, ...screens };
