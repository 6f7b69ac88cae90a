import type { Sex } from '../model/race-setup.ts';
import { createDates } from './dates.ts';
import { createAge, createKilometres, createPlural } from './grammar.ts';

/**
 * English: the texts of the public screens that come with the page, a section for each screen or
 * area; those of further screens are in `en-screens.ts`. The other languages have the same texts
 * (`AllTexts`). Where something is counted a text is a function, so that each language forms its own plurals.
 */

const plural = createPlural('en-GB');
const ordinal = createPlural('en-GB', 'ordinal');
const UNITS = { second: 's', minute: 'min', hour: 'h', day: 'd' };
const age = createAge(UNITS);

export const en = {
  /** Words and forms that several screens use. */
  common: {
    loading: 'Loading...',
    close: 'Close',
    runner: 'Runner',
    club: 'Club',
    team: 'Team',
    category: 'Cat',
    race: 'Race',
    bib: 'Bib',
    time: 'Time',
    place: 'Place',
    /** Runners on course: started with the gun, and not read yet. */
    byGun: (count: number) => `${count} not seen yet`,
    bibOf: (bib: string) => `bib\u00A0${bib}`,
    runners: (count: number) => plural(count, { one: '# runner', other: '# runners' }),
    /** `1st`; of a woman in French `1re`. */
    ordinal: (place: number, _sex?: Sex) =>
      ordinal(place, { one: '#st', two: '#nd', few: '#rd', other: '#th' }),
    /** `8.4 km` */
    kilometres: createKilometres('en-GB'),
    /** `30 s`, `2 min`, `1 h 5 min` */
    age,
    ago: (ageMs: number) => `${age(ageMs)} ago`,
    dates: createDates('en-GB', 'at'),
  },

  /** Runners and clubs that a spectator follows. */
  following: {
    follow: 'Follow',
    following: 'Following',
    followName: (name: string) => `Follow ${name}`,
    clubAll: (club: string) => `Follow all of ${club}`,
    allOf: (club: string) => `All of ${club}`,
    part: 'Runners you follow',
    allRaces: 'All races',
    full: 'You cannot follow any more. Unfollow somebody first.',
    gone: 'no longer on the start list',
    remove: (name: string) => `Unfollow ${name}`,
    seenOf: (finished: number, out: number) => `${finished} finished · ${out} on course`,
    finishWithin: (span: string) => `finish ± ${span}`,
    overdue: 'overdue',
    wasExpected: (clock: string) => `expected by ${clock}`,
    tellMe: 'Get alerts',
    turnOn: 'Turn on',
    wouldTell: 'For everyone you follow, even when this page is closed.',
    blocked: 'This browser blocks notifications from this site: alerts are shown on the page.',
  },

  /** News of followed runners. */
  news: {
    finished: (name: string, time: string) => `${name} finished: ${time}`,
    out: (name: string) => `${name} is out of the race`,
    finishAbout: (time: string) => `finish about ${time}`,
    dismiss: 'Dismiss',
  },

  /** How fresh the page is. */
  connection: {
    provisional: 'Provisional',
    official: 'Official',
    newVersion: 'New version: reload',
    live: 'Live',
    connecting: 'Connecting',
    catchingUp: 'Catching up',
    catchingUpFrom: (ageMs: number) => `Catching up · ${age(ageMs)} old`,
    polling: (seconds: number) => `Updates every ${seconds} s`,
    offline: 'Offline',
    offlineFrom: (ageMs: number) => `Offline · data ${age(ageMs)} old`,
  },

  /** Notifications for followers, and the switch for them. */
  push: {
    passed: (name: string, point: string) => `${name} passed ${point}`,
    stop: 'Stop alerts',
    install:
      'To get alerts while this page is closed, add this page to your home screen first (Share → Add to Home Screen).',
    failed:
      'Alerts only work while this page is open for now: we couldn’t register this device. The page will try again.',
  },

  find: {
    label: 'Find a runner, bib or club',
    shown: (shown: number, listed: number) => `${shown} of ${listed}`,
    clear: 'Clear',
  },

  /** The filter, the start list, and search results from elsewhere. */
  finding: {
    filter: 'Filter',
    everyone: 'Everyone',
    category: 'Category',
    sex: 'Sex',
    sexes: { F: 'Women', M: 'Men', X: 'Non-binary' },
    anyClub: 'Any club',
    clear: 'Clear',
    show: (count: number) => `Show ${plural(count, { one: '# runner', other: '# runners' })}`,
    /** `9th overall`, if a filter ranks only some. */
    overall: (place: string) => `${place} overall`,
    otherRaces: 'In other races',
    startList: 'Start list',
    notSeen: 'Not started yet',
    neverSeen: 'No time recorded',
    noStartList: 'The start list could not be loaded. The page will try again in a moment.',
  },

  /** In place of a time. */
  outcome: {
    noScan: 'NO SCAN',
    dnf: 'DNF',
    dsq: 'DSQ',
    started: 'Started',
    racing: 'Racing',
    laps: (count: number) => `${count} ${count === 1 ? 'lap' : 'laps'}`,
  },

  /** The race clock and the start. */
  clock: {
    raceTime: 'Race time: ',
    closed: 'The race is closed',
    starts: (start: string) => `Starts ${start}`,
    startsIn: 'Starts in ',
    started: (start: string) => `Started ${start}`,
    noStart: 'Start time to be confirmed',
  },

  /** The state of results; moments are empty if unknown. */
  standing: {
    provisional: (protestsUntil: string) =>
      protestsUntil === ''
        ? 'Provisional results'
        : `Provisional results, protests until ${protestsUntil}`,
    protestsUntil: (until: string) => `Protests until ${until}`,
    officialSince: (since: string) => `Official since ${since}`,
    official: (since: string, by: string) =>
      [`Official results since ${since}`, by].filter(Boolean).join(', '),
  },

  results: {
    title: 'Results',
    progress: 'Race progress',
    hintSplits: 'Tap on a runner to see more info',
    hintLive: 'The results update without refreshing',
    skip: 'Skip to the results',
    bar: 'Race time and tables',
    loading: 'Loading the results',
    timing: 'Timing by Splitcast',
    print: 'Print version',
    place: '#',
    firstIn: (group: string, _sex?: Sex) => `First in ${group}`,
    justIn: 'Just in',
    leaders: 'First women and men',
    onCourse: 'On course',
    found: (runners: string) => `${runners} found`,
    furthestFirst: (runners: string) => `${runners}, furthest along first`,
    /** Above the rows of a race: its state. */
    finishedOf: (finished: number, registered: number) => `${finished} of ${registered} finished`,
    out: (onCourse: number) => `${onCourse} on course`,
    backUp: 'Back up',
    toFind: 'Find',
    toTop: 'Top',
  },

  /** A tab or a search without rows. */
  empty: {
    noTabs: 'No results are set up yet',
    nobodySeen: 'No times yet',
    nobodyEntered: 'Nobody is entered yet.',
    willAppear: 'Runners appear here as soon as they’re timed. You can search the start list now.',
    noMatch: (sought: string) => `Nobody here matches “${sought}”`,
    showEveryone: 'Show everyone',
    nowhere:
      'Nor in any other race or on the start list. Try fewer letters, the bib number or the club.',
    looking: 'Nor in any other race. Searching the start list …',
    more: (count: number) => `and ${count} more: type another letter`,
  },

  /** The splits of a runner, in a dialog. */
  splits: {
    of: (name: string) => `Splits of ${name}`,
    everything: (name: string) => `${name}’s full results`,
    /** To the page of a runner on course. */
    whenExpected: (name: string) => `When to expect ${name}`,
    stage: 'Point',
    position: 'Position',
    overall: 'Overall',
    registered: (total: number, race: string) => `${total} entered the ${race}`,
  },

  /** Shared by spectators' screens. */
  spectators: {
    race: 'The race at a glance',
    tables: 'Category, leg, club and team results',
    corrections: 'Corrections',
    share: 'Share',
    copied: 'Link copied.',
    pastRaces: 'Past races',
  },

  /** On paper. */
  printed: {
    asOf: (moment: string) => `As of ${moment}`,
    unprinted: (most: number, count: number) =>
      `The first ${most} of ${count} rows. To print others, search or filter first.`,
  },

  /** Errors, and what to do next. */
  problem: {
    notLoaded: 'Part of this page could not be loaded.',
    network: 'The network may be down for a moment.',
    tryAgain: 'Try again',
    back: 'Back to the results',
    noSuchPage: 'There is no such page',
  },
};

export type Texts = typeof en;

/** Texts used only by the server: link previews, the plain page, downloads. */
export const served = {
  /** Used in link previews. */
  locale: 'en_GB',
  and: (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names),
  tables: 'Tables',
  liveResults: 'Live results',
  raceIs: (race: string, races: string, day: string) =>
    `Live results of ${race}${races && `: ${races}`}${day && `. ${day}`}.`,
  isWaiting: (race: string) => `On the start list of the ${race}, not started yet.`,
  hasStarted: (race: string) => `Started the ${race}, no result yet.`,
  /** `passing` is the last point, with `at 12:02` if the start is known. */
  isOnCourse: (passing: string, time: string, places: string) =>
    `On course, no result yet. ${passing} after ${time}, so far ${places}.`,
  hasFinished: (race: string, time: string) => `Finished the ${race} in ${time}`,
  notFinished: (race: string) => `Did not finish the ${race}.`,
  disqualified: (race: string) => `Disqualified from the ${race}.`,

  plain: {
    races: 'Races',
    views: 'Views',
    pages: 'Pages',
    pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
    csv: 'Results as CSV',
    noPastRaces: 'No past races yet.',
  },
};

export type ServedTexts = typeof served;
