import { createDates } from './dates.ts';
import type { ServedTexts } from './en.ts';
import type { AllTexts } from './en-screens.ts';
import { createAge, createKilometres, createPlural } from './grammar.ts';

/** Nederlands. Readers are addressed as `je`. */

const plural = createPlural('nl');
const UNITS = { second: 's', minute: 'min', hour: 'u', day: 'd' };
const age = createAge(UNITS);
const exactAge = createAge(UNITS, 1);

const ordinal = (place: number): string => `${place}e`;
const runners = (count: number): string => plural(count, { one: '# loper', other: '# lopers' });

const TEAMS_OF: Readonly<Record<string, string>> = { F: 'vrouwen', M: 'mannen', X: 'non-binair' };

export const nl: AllTexts = {
  common: {
    loading: 'Laden…',
    close: 'Sluiten',
    runner: 'Loper',
    club: 'Club',
    team: 'Team',
    category: 'Cat.',
    race: 'Wedstrijd',
    bib: 'Nr.',
    time: 'Tijd',
    place: 'Plaats',
    byGun: (count) => `${count} nog niet gezien`,
    bibOf: (bib) => `nr.\u00A0${bib}`,
    runners,
    ordinal,
    kilometres: createKilometres('nl'),
    age,
    ago: (ageMs) => `${age(ageMs)} geleden`,
    dates: createDates('nl-NL', 'om'),
  },

  following: {
    follow: 'Volgen',
    following: 'Gevolgd',
    followName: (name) => `${name} volgen`,
    clubAll: (club) => `Iedereen van ${club} volgen`,
    allOf: (club) => `Iedereen van ${club}`,
    part: 'Lopers die je volgt',
    allRaces: 'Alle wedstrijden',
    full: 'Je kunt niet meer lopers volgen. Stop eerst met het volgen van iemand.',
    gone: 'niet meer op de startlijst',
    remove: (name) => `${name} niet meer volgen`,
    seenOf: (finished, out) => `${finished} gefinisht · ${out} onderweg`,
    finishWithin: (span) => `finish ± ${span}`,
    overdue: 'te laat',
    wasExpected: (clock) => `verwacht voor ${clock}`,
    tellMe: 'Meldingen ontvangen',
    turnOn: 'Inschakelen',
    wouldTell: 'Over iedereen die je volgt, ook als deze pagina dicht is.',
    blocked: 'Deze browser blokkeert meldingen van deze site: ze verschijnen op de pagina.',
  },

  news: {
    finished: (name, time) => `${name} is gefinisht: ${time}`,
    out: (name) => `${name} ligt uit de wedstrijd`,
    finishAbout: (time) => `finish rond ${time}`,
    dismiss: 'Verbergen',
  },

  connection: {
    provisional: 'Voorlopig',
    official: 'Officieel',
    newVersion: 'Nieuwe versie: herladen',
    live: 'Live',
    connecting: 'Verbinden',
    catchingUp: 'Bijwerken',
    catchingUpFrom: (ageMs) => `Bijwerken · ${age(ageMs)} oud`,
    polling: (seconds) => `Elke ${seconds} s bijgewerkt`,
    offline: 'Offline',
    offlineFrom: (ageMs) => `Offline · gegevens van ${age(ageMs)} geleden`,
  },

  push: {
    passed: (name, point) => `${name} is ${point} gepasseerd`,
    stop: 'Meldingen stoppen',
    install:
      'Om meldingen te krijgen als deze pagina dicht is, zet je haar eerst op je beginscherm (Deel → Zet op beginscherm).',
    failed:
      'Meldingen werken voorlopig alleen zolang deze pagina open is: dit apparaat kon niet worden aangemeld. De pagina probeert het opnieuw.',
  },

  find: {
    label: 'Zoek een loper, startnummer of club',
    shown: (shown, listed) => `${shown} van ${listed}`,
    clear: 'Wissen',
  },

  finding: {
    filter: 'Filter',
    everyone: 'Iedereen',
    category: 'Categorie',
    sex: 'Geslacht',
    sexes: { F: 'Vrouwen', M: 'Mannen', X: 'Non-binair' },
    anyClub: 'Alle clubs',
    clear: 'Wissen',
    show: (count) => `${runners(count)} tonen`,
    overall: (place) => `${place} algemeen`,
    otherRaces: 'In andere wedstrijden',
    startList: 'Startlijst',
    notSeen: 'Nog niet gestart',
    neverSeen: 'Geen tijd geregistreerd',
    noStartList: 'De startlijst kon niet worden geladen. De pagina probeert het zo opnieuw.',
  },

  outcome: {
    noScan: 'GEEN SCAN',
    dnf: 'DNF',
    dsq: 'DSQ',
    started: 'Gestart',
    racing: 'Onderweg',
    laps: (count) => plural(count, { one: '# ronde', other: '# rondes' }),
  },

  clock: {
    raceTime: 'Wedstrijdtijd: ',
    closed: 'De wedstrijd is afgelopen',
    starts: (start) => `Start ${start}`,
    startsIn: 'Start over ',
    started: (start) => `Gestart ${start}`,
    noStart: 'Starttijd nog niet bekend',
  },

  standing: {
    provisional: (protestsUntil) =>
      protestsUntil === ''
        ? 'Voorlopige uitslag'
        : `Voorlopige uitslag, protest mogelijk tot ${protestsUntil}`,
    protestsUntil: (until) => `Protest mogelijk tot ${until}`,
    officialSince: (since) => `Officieel sinds ${since}`,
    official: (since, by) => [`Officiële uitslag sinds ${since}`, by].filter(Boolean).join(', '),
  },

  results: {
    title: 'Uitslag',
    progress: 'Stand van de wedstrijd',
    hintSplits: 'Tik op een loper voor meer informatie',
    hintLive: 'De uitslag wordt vanzelf bijgewerkt',
    skip: 'Naar de uitslag',
    bar: 'Wedstrijdtijd en tabellen',
    loading: 'De uitslag wordt geladen',
    timing: 'Tijdwaarneming met Splitcast',
    print: 'Afdrukversie',
    place: '#',
    firstIn: (group) => `Eerste in ${group}`,
    justIn: 'Net binnen',
    leaders: 'Eerste vrouwen en mannen',
    onCourse: 'Onderweg',
    found: (text) => `${text} gevonden`,
    furthestFirst: (text) => `${text}, verst gevorderd eerst`,
    finishedOf: (finished, registered) => `${finished} van ${registered} gefinisht`,
    out: (onCourse) => `${onCourse} onderweg`,
    backUp: 'Terug omhoog',
    toFind: 'Zoeken',
    toTop: 'Boven',
  },

  empty: {
    noTabs: 'Er is nog geen uitslag ingesteld',
    nobodySeen: 'Nog geen tijden',
    nobodyEntered: 'Nog niemand is ingeschreven.',
    willAppear:
      'Lopers verschijnen hier zodra ze een tijd hebben. Je kunt nu al in de startlijst zoeken.',
    noMatch: (sought) => `Niemand hier voldoet aan ‘${sought}’`,
    showEveryone: 'Iedereen tonen',
    nowhere:
      'Ook niet in een andere wedstrijd of op de startlijst. Probeer minder letters, het startnummer of de club.',
    looking: 'Ook niet in een andere wedstrijd. De startlijst wordt doorzocht…',
    more: (count) => `en nog ${count}: typ nog een letter`,
  },

  splits: {
    of: (name) => `Tussentijden van ${name}`,
    everything: (name) => `Alle resultaten van ${name}`,
    whenExpected: (name) => `Wanneer ${name} wordt verwacht`,
    stage: 'Punt',
    position: 'Positie',
    overall: 'Algemeen',
    registered: (total, race) => `${total} ingeschreven voor ${race}`,
  },

  spectators: {
    race: 'De wedstrijd in één oogopslag',
    tables: 'Uitslag per categorie, deel, club en team',
    corrections: 'Correcties',
    share: 'Delen',
    copied: 'Link gekopieerd.',
    pastRaces: 'Eerdere wedstrijden',
  },

  printed: {
    asOf: (moment) => `Stand: ${moment}`,
    unprinted: (most, count) =>
      `De eerste ${most} van ${count} regels. Zoek of filter eerst om andere af te drukken.`,
  },

  problem: {
    notLoaded: 'Een deel van deze pagina kon niet worden geladen.',
    network: 'Misschien is het netwerk even weg.',
    tryAgain: 'Opnieuw proberen',
    back: 'Terug naar de uitslag',
    noSuchPage: 'Deze pagina bestaat niet',
  },

  waiting: {
    overdue: (name, point, clock) =>
      `Later dan verwacht: we verwachtten ${name} voor ${clock} bij ${point}.`,
    expected: (point, range) => `Verwacht bij ${point} tussen ${range}.`,
  },

  race: {
    choose: 'Kies een wedstrijd',
    tap: 'Tik op een stip om te zien wie het is.',
    whereEverybody: 'Waar iedereen is',
    between: (from, to) => `Tussen ${from} en ${to}`,
    unknown: (point) => `Ergens na ${point}`,
    expected: 'Elke stip is een loper, waar die volgens de tussentijden nu wordt verwacht.',
    nobody: 'Er is niemand onderweg.',
    faded: (dots) =>
      plural(dots, {
        one: '# vage stip is misschien ergens anders: de loper is laat, of er is te weinig bekend over de weg erheen.',
        other:
          '# vage stippen zijn misschien ergens anders: deze lopers zijn laat, of er is te weinig bekend over de weg erheen.',
      }),
    even: 'De afstanden zijn niet bekend, dus staan de punten even ver uit elkaar.',
    gaps: 'Achterstand op de eerste',
    gapsWhy:
      'De eerste tien en de lopers die je volgt, met hun achterstand op de eerste van hen bij elk punt.',
    gapsTable: 'De achterstanden als tabel',
    compare: 'Lopers vergelijken',
    compareWhom: 'Kies twee tot vier lopers',
    compareWhy: 'De achterstand van elk op de eerste van hen bij elk punt.',
    compareLegs: 'Deel voor deel',
  },

  runner: {
    finish: 'Finish',
    theFinish: 'de finish',
    finished: 'Gefinisht',
    didNotFinish: 'Niet gefinisht',
    unranked: 'Buiten mededinging',
    disqualified: 'Gediskwalificeerd',
    lastSeenAt: (point, time) => `Laatst gezien bij ${point} na ${time}`,
    started: (ago) => `Onderweg, ${ago} gestart`,
    left: (point, ago) => `Onderweg. ${ago} ${point} gepasseerd`,
    startsAt: 'Start om',
    startsIn: (span) => `over ${span}`,
    startsOn: (day) => `op ${day}`,
    raceStarted: (at) => `De wedstrijd is ${at} gestart.`,
    expectedFinish: (range, basis) => `verwacht bij de finish tussen ${range} (${basis})`,
    wasExpected: (range) => `Later dan verwacht: bij de finish verwacht tussen ${range}`,
    basis: (count) =>
      count === 0
        ? 'op eigen tempo'
        : plural(count, {
            one: 'op basis van # loper op dit deel',
            other: 'op basis van # lopers op dit deel',
          }),
    range: (from, to) => `${from} en ${to}`,
    progress: (passed, stages) => `${passed} van ${stages} punten gepasseerd`,
    toGo: (distance) => `nog ≈ ${distance}`,
    lastSeenFrom: (distance) => `laatst gezien ${distance} voor de finish`,
    placesAt: (point) => `Plaatsen bij ${point}`,
    ofAll: (count) => `van ${count} algemeen`,
    entered: (count) => `${count} ingeschreven`,
    ofSex: {
      F: (count) => plural(count, { one: 'van # vrouw', other: 'van # vrouwen' }),
      M: (count) => plural(count, { one: 'van # man', other: 'van # mannen' }),
      X: (count) => `van ${count} non-binair`,
    },
    ofGroup: (group, count) => `van ${count} in ${group}`,
    leg: 'Deel',
    toLeader: 'Op de eerste',
    toNext: 'Op de voorganger',
    placesWon: (count) => plural(count, { one: '# plaats gewonnen', other: '# plaatsen gewonnen' }),
    placesLost: (count) =>
      plural(count, { one: '# plaats verloren', other: '# plaatsen verloren' }),
    aroundAt: (point) => `Net voor en achter bij ${point}`,
    ahead: (gap) => `${gap} voor`,
    behind: (gap) => `${gap} achter`,
    sameTime: 'zelfde tijd',
    saveCard: 'Resultaatkaart opslaan',
    toCertificate: 'Oorkonde afdrukken',
    photos: 'Foto’s',
    nobody: (asked) => `Geen loper gevonden voor ‘${asked}’`,
    nobodyWhy:
      'Misschien is de inschrijving veranderd of is de link oud. Probeer op naam te zoeken.',
    several: (bib) => `Meerdere lopers hebben startnummer ${bib}`,
  },

  start: {
    by: { own: 'Eigen start', gun: 'Startschot', chip: 'Over de startlijn' },
    gun: 'Brutotijd',
    chip: 'Nettotijd',
  },

  certificate: {
    title: 'Oorkonde',
    of: (name) => `Oorkonde van ${name}`,
    print: 'Afdrukken',
    finished: 'heeft de finish gehaald van',
    ofFinishers: (count) => `van ${count} gefinisht`,
    provisional: 'Voorlopige uitslag: plaatsen kunnen nog veranderen.',
    none: 'Er is hier geen oorkonde',
    finishersAlone: 'Er is er een voor iedereen die gefinisht is.',
  },

  commentary: {
    title: 'Commentaar',
    throughFinish: 'Gefinisht',
    through: (point) => `Door bij ${point}`,
    allCorrections: 'Alle correcties',
    nobodyYet: 'Nog niemand is door. Lopers verschijnen hier vanzelf.',
    woman: (nth) => `${nth} vrouw`,
    man: (nth) => `${nth} man`,
    nonBinary: (nth) => `${nth} non-binair`,
    inGroup: (nth, group) => `${nth} ${group}`,
    fastestFrom: (point) => `Snelste tot nu toe vanaf ${point}`,
    bestClimb: (climb, time) => `Beste tot nu toe op ${climb}: ${time}`,
    passed: (count) => `${count} gewonnen`,
    lost: (count) => `${count} verloren`,
    expected: (point) => `Verwacht: ${point}`,
    nobodyExpected: 'Hier wordt niemand verwacht.',
    overdue: (count) => `${count} te laat`,
    soon: 'nu',
    whereOrder: 'gefinisht · onderweg · uitgevallen',
    pinned: 'Vastgezet',
    unpin: (name) => `${name} losmaken`,
    ago: (ageMs) => `${exactAge(ageMs)} geleden`,
    gained: 'Gewonnen',
  },

  corrections: {
    why: 'Gepubliceerde resultaten die later zijn gecorrigeerd, en waarom.',
    none: 'Er is geen resultaat gecorrigeerd.',
    isNot: (is, was) => `${is} (was ${was})`,
    gone: 'niet meer in de uitslag',
    reasons: {
      clock: (point) =>
        point === ''
          ? 'de klok van een lezer liep verkeerd'
          : `de klok van een lezer bij ${point} liep verkeerd`,
      read: (point) =>
        point === '' ? 'een lezing is gecorrigeerd' : `een lezing bij ${point} is gecorrigeerd`,
      start: () => 'de starttijd is gecorrigeerd',
      hand: () => 'een tijd is met de hand ingevoerd',
      status: () => 'de status is gecorrigeerd',
      registration: () => 'de inschrijving is gecorrigeerd',
      settings: () => 'de instellingen van de wedstrijd zijn gewijzigd',
    },
  },

  tables: {
    choose: 'Welke tabellen',
    views: { categories: 'Categorieën', legs: 'Delen', clubs: 'Clubs', teams: 'Teams' },
    start: 'Start',
    finishers: (count) => `${count} gefinisht`,
    team: (place, club, who) => `${place} ${TEAMS_OF[who] ?? who}: ${club}`,
    points: (points) => plural(points, { one: '# punt', other: '# punten' }),
    teamRuleOf: ({ name, count, leastWomen = 0, by }) =>
      [
        `${name}: de eerste ${count} van een club tellen mee`,
        leastWomen > 0 &&
          `onder wie minstens ${plural(leastWomen, { one: '# vrouw', other: '# vrouwen' })}`,
        by === 'place' ? 'de laagste som van plaatsen wint' : 'de laagste som van tijden wint',
      ]
        .filter(Boolean)
        .join(', '),
    nothing: 'Nog geen uitslag voor deze tabel.',
    nobody: 'Nog niemand',
    more: (count) => `en nog ${count}`,
    files: 'De hele uitslag downloaden:',
  },

  board: {
    title: 'Finishbord',
    raceTime: 'Wedstrijdtijd',
    over: 'Wedstrijd afgelopen',
    timeOfDay: 'Tijd',
    onPhone: 'QR-code van deze uitslag voor je telefoon',
    nextIn: (name, clock) => `Volgende: ${name} ≈ ${clock}`,
    previous: 'Vorige pagina',
    next: 'Volgende pagina',
    hold: 'Stilzetten',
    recovering: 'Er ging iets mis. Het bord wordt zo opnieuw geladen.',
  },
};

export const served: ServedTexts = {
  locale: 'nl_NL',
  and: (names) => new Intl.ListFormat('nl').format(names),
  tables: 'Tabellen',
  liveResults: 'Live uitslag',
  raceIs: (race, races, day) =>
    `Live uitslag van ${race}${races && `: ${races}`}${day && `. ${day}`}.`,
  isWaiting: (race) => `Op de startlijst van ${race}, nog niet gestart.`,
  hasStarted: (race) => `Gestart in ${race}, nog geen resultaat.`,
  isOnCourse: (passing, time, places) =>
    `Onderweg, nog geen resultaat. ${passing} na ${time}, tot nu toe ${places}.`,
  hasFinished: (race, time) => `Heeft ${race} uitgelopen in ${time}`,
  notFinished: (race) => `Heeft ${race} niet uitgelopen.`,
  disqualified: (race) => `Gediskwalificeerd in ${race}.`,

  plain: {
    races: 'Wedstrijden',
    views: 'Weergaven',
    pages: 'Pagina’s',
    pageOf: (page, pages) => `Pagina ${page} van ${pages}`,
    csv: 'Uitslag als CSV',
    noPastRaces: 'Nog geen eerdere wedstrijden.',
  },
};
