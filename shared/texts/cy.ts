import { type DateTexts, createClocks, readDate } from './dates.ts';
import type { ServedTexts } from './en.ts';
import type { AllTexts } from './en-screens.ts';
import { createAge, createKilometres, createPlural } from './grammar.ts';

/** Cymraeg: clear everyday Welsh. A noun after a number is in the singular, and takes its mutation. */

const plural = createPlural('cy');
const UNITS = { second: 'eiliad', minute: 'mun', hour: 'awr', day: 'd' };
const age = createAge(UNITS);
const exactAge = createAge(UNITS, 1);

/** A point at the beginning of a sentence: elsewhere its name would need a mutation. */
const begin = (point: string): string => point.charAt(0).toUpperCase() + point.slice(1);

const TEAMS_OF: Readonly<Record<string, string>> = { F: 'menywod', M: 'dynion', X: 'anneuaidd' };

const WEEKDAYS = [
  ['Sul', 'dydd Sul'],
  ['Llun', 'dydd Llun'],
  ['Maw', 'dydd Mawrth'],
  ['Mer', 'dydd Mercher'],
  ['Iau', 'dydd Iau'],
  ['Gwe', 'dydd Gwener'],
  ['Sad', 'dydd Sadwrn'],
] as const;
const MONTHS = [
  ['Ion', 'Ionawr'],
  ['Chwef', 'Chwefror'],
  ['Maw', 'Mawrth'],
  ['Ebr', 'Ebrill'],
  ['Mai', 'Mai'],
  ['Meh', 'Mehefin'],
  ['Gorff', 'Gorffennaf'],
  ['Awst', 'Awst'],
  ['Medi', 'Medi'],
  ['Hyd', 'Hydref'],
  ['Tach', 'Tachwedd'],
  ['Rhag', 'Rhagfyr'],
] as const;

/** Written out here: Chromium has the plurals of Welsh, but not its names of days and months. */
const dates: DateTexts = {
  ...createClocks({
    weekday: (epochMs, timeZone) => WEEKDAYS[readDate(epochMs, timeZone).weekday]?.[0] ?? '',
    dayOfMonth: (epochMs, timeZone) => {
      const { day, month } = readDate(epochMs, timeZone);
      return `${day} ${MONTHS[month]?.[0]}`;
    },
    at: 'am',
  }),
  day: (epochMs, timeZone) => {
    const { weekday, day, month } = readDate(epochMs, timeZone);
    return `${WEEKDAYS[weekday]?.[0]} ${day} ${MONTHS[month]?.[0]}`;
  },
  date: (epochMs, timeZone) => {
    const { weekday, day, month, year } = readDate(epochMs, timeZone);
    return `${WEEKDAYS[weekday]?.[1]}, ${day} ${MONTHS[month]?.[1]} ${year}`;
  },
  moment: (epochMs, timeZone) => {
    const { weekday, day, month, year, secondTime } = readDate(epochMs, timeZone);
    return `${WEEKDAYS[weekday]?.[1]}, ${day} ${MONTHS[month]?.[1]} ${year} am ${secondTime}`;
  },
};

/** From 1 to 20; beyond those the ending follows the tens. */
const ORDINAL_ENDINGS =
  'af il ydd ydd ed ed fed fed fed fed eg fed eg eg fed eg eg fed eg fed'.split(' ');
/** `canfed`, `deugeinfed`, `hanner canfed`, `trigeinfed`, `pedwar ugeinfed`. */
const ROUND = new Set([0, 40, 50, 60, 80]);

function ordinal(place: number): string {
  const last = place % 100;
  return `${place}${ORDINAL_ENDINGS[last - 1] ?? (ROUND.has(last) ? 'fed' : 'ain')}`;
}

const runners = (count: number): string => plural(count, { two: '# redwr', other: '# rhedwr' });

export const cy: AllTexts = {
  common: {
    loading: 'Yn llwytho...',
    close: 'Cau',
    runner: 'Rhedwr',
    club: 'Clwb',
    team: 'Tîm',
    category: 'Cat',
    race: 'Ras',
    bib: 'Rhif',
    time: 'Amser',
    place: 'Safle',
    byGun: (count) => `${count} heb eu gweld eto`,
    bibOf: (bib) => `rhif\u00A0${bib}`,
    runners,
    ordinal,
    // As in English: browsers that do not know Welsh would write the number in the language of the device.
    kilometres: createKilometres('en-GB'),
    age,
    ago: (ageMs) => `${age(ageMs)} yn ôl`,
    dates,
  },

  following: {
    follow: 'Dilyn',
    following: 'Yn dilyn',
    followName: (name) => `Dilyn ${name}`,
    clubAll: (club) => `Dilyn pawb o ${club}`,
    allOf: (club) => `Pawb o ${club}`,
    part: 'Rhedwyr rydych yn eu dilyn',
    allRaces: 'Pob ras',
    full: 'Ni allwch ddilyn rhagor. Rhowch y gorau i ddilyn rhywun yn gyntaf.',
    gone: 'nid yw ar y rhestr gychwyn bellach',
    remove: (name) => `Peidio â dilyn ${name}`,
    seenOf: (finished, out) => `${finished} wedi gorffen · ${out} ar y cwrs`,
    finishWithin: (span) => `gorffen ± ${span}`,
    overdue: 'hwyr',
    wasExpected: (clock) => `disgwylid erbyn ${clock}`,
    tellMe: 'Cael hysbysiadau',
    turnOn: 'Troi ymlaen',
    wouldTell: 'Newyddion am bawb rydych yn eu dilyn, hyd yn oed pan fydd y dudalen hon ar gau.',
    blocked: 'Mae’r porwr hwn yn rhwystro hysbysiadau’r wefan: dangosir newyddion ar y dudalen.',
  },

  waiting: {
    overdue: (name, point, clock) =>
      `Hwyrach na’r disgwyl. ${begin(point)}: disgwylid ${name} erbyn ${clock}.`,
    expected: (point, range) => `${begin(point)}: disgwylir rhwng ${range}.`,
  },

  news: {
    finished: (name, time) => `Mae ${name} wedi gorffen: ${time}`,
    out: (name) => `Mae ${name} allan o’r ras`,
    finishAbout: (time) => `gorffen tua ${time}`,
    dismiss: 'Cau',
  },

  connection: {
    provisional: 'Dros dro',
    official: 'Swyddogol',
    newVersion: 'Fersiwn newydd: ail-lwytho',
    live: 'Yn fyw',
    connecting: 'Yn cysylltu',
    catchingUp: 'Wrthi’n diweddaru',
    catchingUpFrom: (ageMs) => `Wrthi’n diweddaru · ${age(ageMs)} oed`,
    polling: (seconds) => `Diweddaru bob ${seconds} eiliad`,
    offline: 'All-lein',
    offlineFrom: (ageMs) => `All-lein · data ${age(ageMs)} oed`,
  },

  push: {
    passed: (name, point) => `Mae ${name} wedi pasio ${point}`,
    stop: 'Atal hysbysiadau',
    install:
      'I gael hysbysiadau pan fydd y dudalen hon ar gau, ychwanegwch hi at y sgrin gartref yn gyntaf (Rhannu → Ychwanegu at y Sgrin Gartref).',
    failed:
      'Am y tro dim ond tra bo’r dudalen hon ar agor y cewch hysbysiadau: ni allem gofrestru’r ddyfais hon. Bydd y dudalen yn ceisio eto.',
  },

  find: {
    label: 'Chwilio am redwr, rhif neu glwb',
    shown: (shown, listed) => `${shown} o ${listed}`,
    clear: 'Clirio',
  },

  finding: {
    filter: 'Hidlo',
    everyone: 'Pawb',
    category: 'Categori',
    sex: 'Rhyw',
    sexes: { F: 'Menywod', M: 'Dynion', X: 'Anneuaidd' },
    anyClub: 'Unrhyw glwb',
    clear: 'Clirio',
    show: (count) => `Dangos ${runners(count)}`,
    overall: (place) => `${place} yn gyffredinol`,
    otherRaces: 'Mewn rasys eraill',
    startList: 'Rhestr gychwyn',
    notSeen: 'Heb gychwyn eto',
    neverSeen: 'Dim amser wedi’i gofnodi',
    noStartList: 'Ni chyrhaeddodd y rhestr gychwyn. Gofynnir amdani eto mewn eiliad.',
  },

  outcome: {
    noScan: 'DIM SGAN',
    dnf: 'DNF',
    dsq: 'DSQ',
    started: 'Wedi cychwyn',
    racing: 'Yn rasio',
    laps: (count) => plural(count, { two: '# lap', other: '# lap' }),
  },

  clock: {
    raceTime: 'Amser y ras: ',
    closed: 'Mae’r ras ar gau',
    starts: (start) => `Yn cychwyn ${start}`,
    startsIn: 'Yn cychwyn ymhen ',
    started: (start) => `Cychwynnodd ${start}`,
    noStart: 'Amser cychwyn i’w gadarnhau',
  },

  standing: {
    provisional: (protestsUntil) =>
      protestsUntil === ''
        ? 'Canlyniadau dros dro'
        : `Canlyniadau dros dro, gellir protestio tan ${protestsUntil}`,
    protestsUntil: (until) => `Gellir protestio tan ${until}`,
    officialSince: (since) => `Swyddogol ers ${since}`,
    official: (since, by) => [`Canlyniadau swyddogol ers ${since}`, by].filter(Boolean).join(', '),
  },

  results: {
    title: 'Canlyniadau',
    progress: 'Hynt y ras',
    hintSplits: 'Tapiwch ar redwr i weld mwy o wybodaeth',
    hintLive: 'Caiff y canlyniadau eu diweddaru heb ail-lwytho',
    skip: 'Neidio i’r canlyniadau',
    bar: 'Amser y ras a’r tablau',
    loading: 'Yn llwytho’r canlyniadau',
    timing: 'Amseru gan Splitcast',
    print: 'Fersiwn argraffu',
    place: '#',
    firstIn: (group) => `Cyntaf yn ${group}`,
    justIn: 'Diweddaraf',
    leaders: 'Y menywod a’r dynion cyntaf',
    onCourse: 'Ar y cwrs',
    found: (found) => `Wedi dod o hyd i ${found}`,
    furthestFirst: (found) => `${found}, y pellaf ar y cwrs yn gyntaf`,
    finishedOf: (finished, registered) => `${finished} o ${registered} wedi gorffen`,
    out: (onCourse) => `${onCourse} ar y cwrs`,
    backUp: 'Yn ôl i fyny',
    toFind: 'Chwilio',
    toTop: 'I’r brig',
  },

  empty: {
    noTabs: 'Nid oes canlyniadau wedi’u trefnu eto',
    nobodySeen: 'Dim amseroedd eto',
    nobodyEntered: 'Does neb wedi cofrestru eto.',
    willAppear:
      'Bydd rhedwyr yn ymddangos yma wrth gael eu hamseru. Gallwch chwilio’r rhestr gychwyn nawr.',
    noMatch: (sought) => `Does neb yma’n cyfateb i “${sought}”`,
    showEveryone: 'Dangos pawb',
    nowhere:
      'Nac mewn unrhyw ras arall, nac ar y rhestr gychwyn. Rhowch gynnig ar lai o lythrennau, y rhif neu’r clwb.',
    looking: 'Nac mewn unrhyw ras arall. Yn chwilio drwy’r rhestr gychwyn …',
    more: (count) => `a ${count} arall: teipiwch lythyren arall`,
  },

  splits: {
    of: (name) => `Amseroedd rhannol ${name}`,
    everything: (name) => `Canlyniadau llawn ${name}`,
    whenExpected: (name) => `Pryd mae disgwyl ${name}`,
    stage: 'Pwynt',
    position: 'Safle',
    overall: 'Cyffredinol',
    registered: (total, race) => `${total} wedi cofrestru ar gyfer ${race}`,
  },

  spectators: {
    race: 'Cipolwg ar y ras',
    corrections: 'Cywiriadau',
    tables: 'Canlyniadau categorïau, cymalau, clybiau a thimau',
    share: 'Rhannu',
    copied: 'Dolen wedi’i chopïo.',
    pastRaces: 'Rasys y gorffennol',
  },

  race: {
    choose: 'Dewiswch ras',
    tap: 'Tapiwch ddot i weld pwy yw.',
    whereEverybody: 'Ble mae pawb',
    between: (from, to) => `Rhwng ${from} a ${to}`,
    unknown: (point) => `Rywle ar ôl ${point}`,
    expected: 'Rhedwr yw pob dot, lle mae disgwyl iddo fod nawr yn ôl ei amserau yn y pwyntiau.',
    nobody: 'Does neb ar y cwrs.',
    faded: (dots) =>
      plural(dots, {
        other:
          '# dot gwan: gall fod yn rhywle arall, am fod y rhedwr yn hwyr neu am na wyddys digon am y ffordd.',
      }),
    even: 'Nid yw’r pellteroedd yn hysbys, felly mae’r pwyntiau wedi’u gosod yn gyfartal.',
    gaps: 'Bylchau i’r cyntaf',
    gapsWhy: 'Y deg cyntaf a’r rhai a ddilynwch, y tu ôl i’r cyntaf ohonynt ym mhob pwynt.',
    gapsTable: 'Y bylchau mewn tabl',
    compare: 'Cymharu rhedwyr',
    compareWhom: 'Dewiswch rhwng dau a phedwar rhedwr',
    compareWhy: 'Amser pob un y tu ôl i’r cyntaf ohonynt ym mhob pwynt.',
    compareLegs: 'Cymal wrth gymal',
  },

  runner: {
    finish: 'Gorffen',
    theFinish: 'y llinell derfyn',
    finished: 'Wedi gorffen',
    didNotFinish: 'Heb orffen',
    unranked: 'Heb safle',
    disqualified: 'Diarddelwyd',
    lastSeenAt: (point, time) => `Gwelwyd ddiwethaf: ${point} ar ôl ${time}`,
    started: (ago) => `Ar y cwrs, cychwynnodd ${ago}`,
    left: (point, ago) => `Ar y cwrs. Pasiodd ${point} ${ago}`,
    startsAt: 'Yn cychwyn am',
    startsIn: (span) => `ymhen ${span}`,
    startsOn: (day) => day,
    raceStarted: (at) => `Cychwynnodd y ras ${at}.`,
    expectedFinish: (range, basis) => `disgwylir gorffen, rhwng ${range} (${basis})`,
    wasExpected: (range) => `Hwyrach na’r disgwyl: disgwylid ar y diwedd rhwng ${range}`,
    basis: (count) =>
      count === 0
        ? 'yn ôl cyflymder y rhedwr'
        : plural(count, {
            other: 'ar sail # a redodd y cymal hwn',
          }),
    range: (from, to) => `${from} a ${to}`,
    toGo: (distance) => `≈ ${distance} i fynd`,
    lastSeenFrom: (distance) => `gwelwyd ddiwethaf ${distance} o’r llinell derfyn`,
    progress: (passed, stages) => `wedi pasio ${passed} o ${stages} pwynt`,
    placesAt: (point) => `Safleoedd: ${point}`,
    ofAll: (count) => `o ${count} i gyd`,
    entered: (count) => `${count} wedi cofrestru`,
    ofSex: {
      F: (count) => plural(count, { one: 'o # fenyw', two: 'o # fenyw', other: 'o # menyw' }),
      M: (count) => plural(count, { two: 'o # ddyn', other: 'o # dyn' }),
      X: (count) => `o ${count} anneuaidd`,
    },
    ofGroup: (group, count) => `o ${count} yn ${group}`,
    leg: 'Cymal',
    toLeader: 'I’r cyntaf',
    toNext: 'I’r un o’i flaen',
    placesWon: (count) => plural(count, { other: 'ennill # safle' }),
    placesLost: (count) => plural(count, { other: 'colli # safle' }),
    aroundAt: (point) => `Yn union o flaen ac ar ôl: ${point}`,
    ahead: (gap) => `${gap} ar y blaen`,
    behind: (gap) => `${gap} y tu ôl`,
    sameTime: 'yr un amser',
    saveCard: 'Cadw’r cerdyn canlyniad',
    toCertificate: 'Argraffu’r dystysgrif',
    photos: 'Lluniau',
    nobody: (asked) => `Ni chafwyd hyd i redwr ar gyfer “${asked}”`,
    nobodyWhy:
      'Efallai bod y cofnod wedi newid, neu fod y ddolen yn hen. Gallwch chwilio yn ôl enw.',
    several: (bib) => `Mae gan sawl rhedwr y rhif ${bib}`,
  },

  start: {
    by: { own: 'Amser cychwyn unigol', gun: 'Cychwyn y gwn', chip: 'Croesodd y llinell gychwyn' },
    gun: 'Amser o’r gwn',
    chip: 'Amser y sglodyn',
  },

  certificate: {
    title: 'Tystysgrif',
    of: (name) => `Tystysgrif ${name}`,
    print: 'Argraffu',
    finished: 'wedi cwblhau',
    ofFinishers: (count) => plural(count, { two: 'o # orffennwr', other: 'o # gorffennwr' }),
    provisional: 'Canlyniadau dros dro: gall safleoedd newid o hyd.',
    none: 'Does dim tystysgrif yma',
    finishersAlone: 'Mae un i bawb sydd wedi gorffen.',
  },

  commentary: {
    title: 'Sylwebaeth',
    throughFinish: 'Gorffenwyr',
    through: (point) => `Wedi pasio ${point}`,
    allCorrections: 'Pob cywiriad',
    nobodyYet: 'Does neb drwodd eto. Byddant yn ymddangos yma ohonynt eu hunain.',
    woman: (nth) => `${nth} o’r menywod`,
    man: (nth) => `${nth} o’r dynion`,
    nonBinary: (nth) => `${nth} o’r rhai anneuaidd`,
    inGroup: (nth, group) => `${nth} ${group}`,
    fastestFrom: (point) => `Y cyflymaf hyd yma o ${point}`,
    bestClimb: (climb, time) => `Y gorau hyd yma ar ${climb}: ${time}`,
    passed: (count) => `i fyny ${count}`,
    lost: (count) => `i lawr ${count}`,
    expected: (point) => `Disgwylir: ${point}`,
    nobodyExpected: 'Ni ddisgwylir neb yma.',
    overdue: (count) => `${count} yn hwyr`,
    soon: 'nawr',
    whereOrder: 'wedi gorffen · ar y cwrs · allan',
    pinned: 'Wedi’u pinio',
    unpin: (name) => `Dadbinio ${name}`,
    ago: (ageMs) => `${exactAge(ageMs)} yn ôl`,
    gained: 'Enillwyd',
  },

  corrections: {
    why: 'Canlyniadau a gyhoeddwyd ac a gywirwyd wedyn, a pham.',
    none: 'Nid oes canlyniad wedi ei gywiro.',
    isNot: (is, was) => `${is} (${was} cynt)`,
    gone: 'ddim yn y canlyniadau mwyach',
    reasons: {
      clock: (point) =>
        point === ''
          ? 'roedd cloc darllenydd yn anghywir'
          : `roedd cloc darllenydd yn anghywir: ${point}`,
      read: (point) => (point === '' ? 'cywirwyd darlleniad' : `cywirwyd darlleniad: ${point}`),
      start: () => 'cywirwyd amser y cychwyn',
      hand: () => 'rhoddwyd amser â llaw',
      status: () => 'cywirwyd y statws',
      registration: () => 'cywirwyd y cofrestriad',
      settings: () => 'newidiwyd gosodiadau’r ras',
    },
  },

  tables: {
    choose: 'Pa dablau',
    views: { categories: 'Categorïau', legs: 'Cymalau', clubs: 'Clybiau', teams: 'Timau' },
    start: 'Cychwyn',
    finishers: (count) => plural(count, { two: '# orffennwr', other: '# gorffennwr' }),
    team: (place, club, who) => `${place}, ${TEAMS_OF[who] ?? who}: ${club}`,
    points: (points) =>
      plural(points, { two: '# bwynt', few: '# phwynt', many: '# phwynt', other: '# pwynt' }),
    teamRuleOf: ({ name, count, leastWomen = 0, by }) =>
      [
        `${name}: ${count} cyntaf clwb sy’n cyfrif`,
        leastWomen > 0 && `o leiaf ${leastWomen} ohonynt yn fenywod`,
        by === 'place' ? 'swm isaf y safleoedd sy’n ennill' : 'swm isaf yr amserau sy’n ennill',
      ]
        .filter(Boolean)
        .join(', '),
    nothing: 'Dim canlyniadau ar gyfer y tabl hwn eto.',
    nobody: 'Neb eto',
    more: (count) => `a ${count} arall`,
    files: 'Y canlyniadau llawn i’w lawrlwytho:',
  },

  printed: {
    asOf: (moment) => `Diweddarwyd: ${moment}`,
    unprinted: (most, count) =>
      `Y ${most} rhes gyntaf o ${count}. I argraffu rhai eraill, chwiliwch neu hidlwch yn gyntaf.`,
  },

  board: {
    title: 'Bwrdd y llinell derfyn',
    raceTime: 'Amser y ras',
    over: 'Mae’r ras ar ben',
    timeOfDay: 'Yr amser',
    onPhone: 'Cod QR o’r canlyniadau hyn ar eich ffôn',
    nextIn: (name, clock) => `Nesaf: ${name} ≈ ${clock}`,
    previous: 'Y dudalen flaenorol',
    next: 'Y dudalen nesaf',
    hold: 'Oedi',
    recovering: 'Aeth rhywbeth o’i le. Bydd y bwrdd yn ail-lwytho ei hun ymhen ennyd.',
  },

  problem: {
    notLoaded: 'Methwyd â llwytho rhan o’r dudalen hon.',
    network: 'Efallai bod y rhwydwaith wedi mynd am ennyd.',
    tryAgain: 'Rhoi cynnig arall arni',
    back: 'Yn ôl i’r canlyniadau',
    noSuchPage: 'Nid oes tudalen o’r fath',
  },
};

/** Written out here: Node has no lists in Welsh. `ac` stands before a vowel. */
function listNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  const and = /^[aeiouwyâêîôûŵŷ]/i.test(last) ? 'ac' : 'a';
  return `${names.slice(0, -1).join(', ')} ${and} ${last}`;
}

export const served: ServedTexts = {
  locale: 'cy_GB',
  and: listNames,
  tables: 'Tablau',
  liveResults: 'Canlyniadau byw',
  raceIs: (race, races, day) =>
    `Canlyniadau byw ${race}${races && `: ${races}`}${day && `. ${day}`}.`,
  isWaiting: (race) => `Ar restr gychwyn ${race}, heb gychwyn eto.`,
  hasStarted: (race) => `Wedi cychwyn: ${race}. Dim canlyniad eto.`,
  isOnCourse: (passing, time, places) =>
    `Ar y cwrs, dim canlyniad eto. ${passing} ar ôl ${time}, hyd yma ${places}.`,
  hasFinished: (race, time) => `Wedi gorffen ${race} mewn ${time}`,
  notFinished: (race) => `Heb orffen ${race}.`,
  disqualified: (race) => `Diarddelwyd o ${race}.`,

  plain: {
    races: 'Rasys',
    views: 'Mathau o restr',
    pages: 'Tudalennau',
    pageOf: (page, pages) => `Tudalen ${page} o ${pages}`,
    csv: 'Canlyniadau fel CSV',
    noPastRaces: 'Dim rasys blaenorol eto.',
  },
};
