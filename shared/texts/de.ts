import { createDates } from './dates.ts';
import type { ServedTexts } from './en.ts';
import type { AllTexts } from './en-screens.ts';
import { createAge, createKilometres, createPlural } from './grammar.ts';

/** Deutsch. Readers are addressed as `du`, as in the invitations to most runs. */

const plural = createPlural('de');
const UNITS = { second: 's', minute: 'min', hour: 'h', day: 'T' };
const age = createAge(UNITS);
const exactAge = createAge(UNITS, 1);

const ordinal = (place: number): string => `${place}.`;
const runners = (count: number): string => plural(count, { one: '# Läufer', other: '# Läufer' });

const TEAMS_OF: Readonly<Record<string, string>> = { F: 'Frauen', M: 'Männer', X: 'Divers' };

export const de: AllTexts = {
  common: {
    loading: 'Wird geladen…',
    close: 'Schließen',
    runner: 'Läufer',
    club: 'Verein',
    team: 'Team',
    category: 'AK',
    race: 'Lauf',
    bib: 'Nr.',
    time: 'Zeit',
    place: 'Platz',
    byGun: (count) => `${count} noch nicht gesehen`,
    bibOf: (bib) => `Nr.\u00A0${bib}`,
    runners,
    ordinal,
    kilometres: createKilometres('de'),
    age,
    ago: (ageMs) => `vor ${age(ageMs)}`,
    dates: createDates('de-DE', 'um'),
  },

  following: {
    follow: 'Folgen',
    following: 'Gefolgt',
    followName: (name) => `${name} folgen`,
    clubAll: (club) => `Allen von ${club} folgen`,
    allOf: (club) => `Alle von ${club}`,
    part: 'Läufer, denen du folgst',
    allRaces: 'Alle Läufe',
    full: 'Mehr Läufern kannst du nicht folgen. Entferne zuerst jemanden.',
    gone: 'nicht mehr auf der Startliste',
    remove: (name) => `${name} nicht mehr folgen`,
    seenOf: (finished, out) => `${finished} im Ziel · ${out} auf der Strecke`,
    finishWithin: (span) => `Ziel ± ${span}`,
    overdue: 'überfällig',
    wasExpected: (clock) => `erwartet bis ${clock}`,
    tellMe: 'Nachrichten erhalten',
    turnOn: 'Einschalten',
    wouldTell: 'Für alle, denen du folgst, auch wenn diese Seite geschlossen ist.',
    blocked:
      'Dieser Browser blockiert Mitteilungen dieser Seite: Nachrichten erscheinen auf der Seite.',
  },

  news: {
    finished: (name, time) => `${name} ist im Ziel: ${time}`,
    out: (name) => `${name} ist nicht mehr im Rennen`,
    finishAbout: (time) => `Ziel gegen ${time}`,
    dismiss: 'Ausblenden',
  },

  connection: {
    provisional: 'Vorläufig',
    official: 'Offiziell',
    newVersion: 'Neue Version: neu laden',
    live: 'Live',
    connecting: 'Verbindet',
    catchingUp: 'Wird aktualisiert',
    catchingUpFrom: (ageMs) => `Wird aktualisiert · ${age(ageMs)} alt`,
    polling: (seconds) => `Alle ${seconds} s aktualisiert`,
    offline: 'Offline',
    offlineFrom: (ageMs) => `Offline · Stand vor ${age(ageMs)}`,
  },

  push: {
    passed: (name, point) => `${name} hat ${point} passiert`,
    stop: 'Nachrichten abschalten',
    install:
      'Um Nachrichten zu erhalten, wenn diese Seite geschlossen ist, füge sie zuerst zum Home-Bildschirm hinzu (Teilen → Zum Home-Bildschirm).',
    failed:
      'Nachrichten gibt es vorerst nur, solange diese Seite offen ist: Dieses Gerät konnte nicht angemeldet werden. Die Seite versucht es noch einmal.',
  },

  find: {
    label: 'Läufer, Startnummer oder Verein suchen',
    shown: (shown, listed) => `${shown} von ${listed}`,
    clear: 'Löschen',
  },

  finding: {
    filter: 'Filter',
    everyone: 'Alle',
    category: 'Altersklasse',
    sex: 'Geschlecht',
    sexes: { F: 'Frauen', M: 'Männer', X: 'Divers' },
    anyClub: 'Alle Vereine',
    clear: 'Zurücksetzen',
    show: (count) => `${runners(count)} anzeigen`,
    overall: (place) => `${place} gesamt`,
    otherRaces: 'In anderen Läufen',
    startList: 'Startliste',
    notSeen: 'Noch nicht gestartet',
    neverSeen: 'Keine Zeit erfasst',
    noStartList:
      'Die Startliste konnte nicht geladen werden. Die Seite versucht es gleich noch einmal.',
  },

  outcome: {
    noScan: 'FEHLT',
    dnf: 'DNF',
    dsq: 'DSQ',
    started: 'Gestartet',
    racing: 'Im Rennen',
    laps: (count) => plural(count, { one: '# Runde', other: '# Runden' }),
  },

  clock: {
    raceTime: 'Rennzeit: ',
    closed: 'Das Rennen ist beendet',
    starts: (start) => `Start ${start}`,
    startsIn: 'Start in ',
    started: (start) => `Gestartet ${start}`,
    noStart: 'Startzeit noch offen',
  },

  standing: {
    provisional: (protestsUntil) =>
      protestsUntil === ''
        ? 'Vorläufige Ergebnisse'
        : `Vorläufige Ergebnisse, Einsprüche bis ${protestsUntil}`,
    protestsUntil: (until) => `Einsprüche bis ${until}`,
    officialSince: (since) => `Offiziell seit ${since}`,
    official: (since, by) => [`Offizielle Ergebnisse seit ${since}`, by].filter(Boolean).join(', '),
  },

  results: {
    title: 'Ergebnisse',
    progress: 'Stand des Rennens',
    hintSplits: 'Tippe auf einen Läufer für mehr Infos',
    hintLive: 'Die Ergebnisse aktualisieren sich von selbst',
    skip: 'Zu den Ergebnissen',
    bar: 'Rennzeit und Tabellen',
    loading: 'Ergebnisse werden geladen',
    timing: 'Zeitnahme mit Splitcast',
    print: 'Druckansicht',
    place: '#',
    firstIn: (group) => `Platz 1 in ${group}`,
    justIn: 'Gerade im Ziel',
    leaders: 'Erste Frauen und Männer',
    onCourse: 'Auf der Strecke',
    found: (text) => `${text} gefunden`,
    furthestFirst: (text) => `${text}, die Vordersten zuerst`,
    finishedOf: (finished, registered) => `${finished} von ${registered} im Ziel`,
    out: (onCourse) => `${onCourse} auf der Strecke`,
    backUp: 'Nach oben',
    toFind: 'Suchen',
    toTop: 'Oben',
  },

  empty: {
    noTabs: 'Es sind noch keine Ergebnisse eingerichtet',
    nobodySeen: 'Noch keine Zeiten',
    nobodyEntered: 'Noch ist niemand gemeldet.',
    willAppear:
      'Läufer erscheinen hier, sobald sie gemessen sind. Die Startliste kannst du schon durchsuchen.',
    noMatch: (sought) => `Hier passt niemand zu „${sought}“`,
    showEveryone: 'Alle anzeigen',
    nowhere:
      'Auch nicht in einem anderen Lauf oder auf der Startliste. Versuche es mit weniger Buchstaben, der Startnummer oder dem Verein.',
    looking: 'Auch nicht in einem anderen Lauf. Die Startliste wird durchsucht…',
    more: (count) => `und ${count} weitere: tippe noch einen Buchstaben`,
  },

  splits: {
    of: (name) => `Zwischenzeiten von ${name}`,
    everything: (name) => `Alle Ergebnisse von ${name}`,
    whenExpected: (name) => `Wann ${name} erwartet wird`,
    stage: 'Messpunkt',
    position: 'Position',
    overall: 'Gesamt',
    registered: (total, race) => `${total} gemeldet für ${race}`,
  },

  spectators: {
    race: 'Das Rennen auf einen Blick',
    tables: 'Ergebnisse nach Altersklasse, Abschnitt, Verein und Team',
    corrections: 'Korrekturen',
    share: 'Teilen',
    copied: 'Link kopiert.',
    pastRaces: 'Frühere Läufe',
  },

  printed: {
    asOf: (moment) => `Stand: ${moment}`,
    unprinted: (most, count) =>
      `Die ersten ${most} von ${count} Zeilen. Um andere zu drucken, suche oder filtere zuerst.`,
  },

  problem: {
    notLoaded: 'Ein Teil dieser Seite konnte nicht geladen werden.',
    network: 'Vielleicht ist das Netz kurz unterbrochen.',
    tryAgain: 'Noch einmal versuchen',
    back: 'Zurück zu den Ergebnissen',
    noSuchPage: 'Diese Seite gibt es nicht',
  },

  waiting: {
    overdue: (name, point, clock) =>
      `Später als erwartet: ${name} sollte bis ${clock} da sein (${point}).`,
    expected: (point, range) => `Erwartet zwischen ${range} (${point}).`,
  },

  race: {
    choose: 'Lauf auswählen',
    tap: 'Tippe auf einen Punkt, um zu sehen, wer es ist.',
    whereEverybody: 'Wo alle sind',
    between: (from, to) => `Zwischen ${from} und ${to}`,
    unknown: (point) => `Irgendwo nach ${point}`,
    expected: 'Jeder Punkt ist ein Läufer, dort, wo er nach seinen Zeiten jetzt erwartet wird.',
    nobody: 'Niemand ist auf der Strecke.',
    faded: (dots) =>
      plural(dots, {
        one: '# blasser Punkt ist vielleicht woanders: Der Läufer ist spät dran, oder über den Weg dorthin ist zu wenig bekannt.',
        other:
          '# blasse Punkte sind vielleicht woanders: Die Läufer sind spät dran, oder über den Weg dorthin ist zu wenig bekannt.',
      }),
    even: 'Die Entfernungen sind nicht bekannt, deshalb haben die Messpunkte gleiche Abstände.',
    gaps: 'Rückstand auf Platz 1',
    gapsWhy:
      'Die ersten zehn und die, denen du folgst, mit dem Rückstand auf den jeweils Führenden an jedem Messpunkt.',
    gapsTable: 'Die Rückstände als Tabelle',
    compare: 'Läufer vergleichen',
    compareWhom: 'Wähle zwei bis vier Läufer',
    compareWhy: 'Der Rückstand auf den jeweils Führenden an jedem Messpunkt.',
    compareLegs: 'Abschnitt für Abschnitt',
  },

  runner: {
    finish: 'Ziel',
    theFinish: 'Ziel',
    finished: 'Im Ziel',
    didNotFinish: 'Nicht im Ziel',
    unranked: 'Außer Wertung',
    disqualified: 'Disqualifiziert',
    lastSeenAt: (point, time) => `Zuletzt gesehen: ${point} nach ${time}`,
    started: (ago) => `Auf der Strecke, gestartet ${ago}`,
    left: (point, ago) => `Auf der Strecke. ${point} passiert ${ago}`,
    startsAt: 'Start um',
    startsIn: (span) => `in ${span}`,
    startsOn: (day) => `am ${day}`,
    raceStarted: (at) => `Das Rennen wurde ${at} gestartet.`,
    expectedFinish: (range, basis) => `im Ziel erwartet zwischen ${range} (${basis})`,
    wasExpected: (range) => `Später als erwartet: im Ziel erwartet zwischen ${range}`,
    basis: (count) =>
      count === 0
        ? 'nach eigenem Tempo'
        : plural(count, {
            one: 'nach # Läufer auf diesem Abschnitt',
            other: 'nach # Läufern auf diesem Abschnitt',
          }),
    range: (from, to) => `${from} und ${to}`,
    progress: (passed, stages) => `${passed} von ${stages} Messpunkten passiert`,
    toGo: (distance) => `noch ≈ ${distance}`,
    lastSeenFrom: (distance) => `zuletzt gesehen ${distance} vor dem Ziel`,
    placesAt: (point) => `Plätze: ${point}`,
    ofAll: (count) => `von ${count} gesamt`,
    entered: (count) => `${count} gemeldet`,
    ofSex: {
      F: (count) => plural(count, { one: 'von # Frau', other: 'von # Frauen' }),
      M: (count) => plural(count, { one: 'von # Mann', other: 'von # Männern' }),
      X: (count) => `von ${count} divers`,
    },
    ofGroup: (group, count) => `von ${count} in ${group}`,
    leg: 'Abschnitt',
    toLeader: 'Auf Platz 1',
    toNext: 'Nach vorn',
    placesWon: (count) => plural(count, { one: '# Platz gewonnen', other: '# Plätze gewonnen' }),
    placesLost: (count) => plural(count, { one: '# Platz verloren', other: '# Plätze verloren' }),
    aroundAt: (point) => `Knapp davor und dahinter: ${point}`,
    ahead: (gap) => `${gap} davor`,
    behind: (gap) => `${gap} dahinter`,
    sameTime: 'gleiche Zeit',
    saveCard: 'Ergebniskarte speichern',
    toCertificate: 'Urkunde drucken',
    photos: 'Fotos',
    nobody: (asked) => `Kein Läufer zu „${asked}“ gefunden`,
    nobodyWhy:
      'Vielleicht hat sich die Meldung geändert, oder der Link ist alt. Versuche es mit dem Namen.',
    several: (bib) => `Mehrere Läufer haben die Startnummer ${bib}`,
  },

  start: {
    by: { own: 'Eigener Start', gun: 'Startschuss', chip: 'Startlinie überquert' },
    gun: 'Bruttozeit',
    chip: 'Nettozeit',
  },

  certificate: {
    title: 'Urkunde',
    of: (name) => `Urkunde von ${name}`,
    print: 'Drucken',
    finished: 'hat das Ziel erreicht:',
    ofFinishers: (count) => `von ${count} im Ziel`,
    provisional: 'Vorläufige Ergebnisse: Plätze können sich noch ändern.',
    none: 'Hier gibt es keine Urkunde',
    finishersAlone: 'Es gibt eine für alle, die im Ziel sind.',
  },

  commentary: {
    title: 'Moderation',
    throughFinish: 'Im Ziel',
    through: (point) => `Durch: ${point}`,
    allCorrections: 'Alle Korrekturen',
    nobodyYet: 'Noch niemand ist durch. Läufer erscheinen hier von selbst.',
    woman: (nth) => `${nth} Frau`,
    man: (nth) => `${nth} Mann`,
    nonBinary: (nth) => `${nth} divers`,
    inGroup: (nth, group) => `${nth} ${group}`,
    fastestFrom: (point) => `Bisher am schnellsten seit ${point}`,
    bestClimb: (climb, time) => `Bisher Bestzeit am ${climb}: ${time}`,
    passed: (count) => `${count} gewonnen`,
    lost: (count) => `${count} verloren`,
    expected: (point) => `Erwartet: ${point}`,
    nobodyExpected: 'Hier wird niemand erwartet.',
    overdue: (count) => `${count} überfällig`,
    soon: 'jetzt',
    whereOrder: 'im Ziel · auf der Strecke · ausgeschieden',
    pinned: 'Angeheftet',
    unpin: (name) => `${name} lösen`,
    ago: (ageMs) => `vor ${exactAge(ageMs)}`,
    gained: 'Gewonnen',
  },

  corrections: {
    why: 'Veröffentlichte Ergebnisse, die später korrigiert wurden, und warum.',
    none: 'Kein Ergebnis wurde korrigiert.',
    isNot: (is, was) => `${is} (vorher ${was})`,
    gone: 'nicht mehr in den Ergebnissen',
    reasons: {
      clock: (point) =>
        point === ''
          ? 'die Uhr eines Lesegeräts ging falsch'
          : `die Uhr eines Lesegeräts ging falsch (${point})`,
      read: (point) =>
        point === '' ? 'eine Messung wurde korrigiert' : `eine Messung wurde korrigiert (${point})`,
      start: () => 'die Startzeit wurde korrigiert',
      hand: () => 'eine Zeit wurde von Hand eingetragen',
      status: () => 'der Status wurde korrigiert',
      registration: () => 'die Meldung wurde korrigiert',
      settings: () => 'die Einstellungen des Rennens wurden geändert',
    },
  },

  tables: {
    choose: 'Welche Tabellen',
    views: { categories: 'Altersklassen', legs: 'Abschnitte', clubs: 'Vereine', teams: 'Teams' },
    start: 'Start',
    finishers: (count) => `${count} im Ziel`,
    team: (place, club, who) => `${place} ${TEAMS_OF[who] ?? who}: ${club}`,
    points: (points) => plural(points, { one: '# Punkt', other: '# Punkte' }),
    teamRuleOf: ({ name, count, leastWomen = 0, by }) =>
      [
        `${name}: die ersten ${count} eines Vereins zählen`,
        leastWomen > 0 &&
          `darunter mindestens ${plural(leastWomen, { one: '# Frau', other: '# Frauen' })}`,
        by === 'place'
          ? 'die niedrigste Summe der Plätze gewinnt'
          : 'die niedrigste Summe der Zeiten gewinnt',
      ]
        .filter(Boolean)
        .join(', '),
    nothing: 'Noch keine Ergebnisse für diese Tabelle.',
    nobody: 'Noch niemand',
    more: (count) => `und ${count} weitere`,
    files: 'Alle Ergebnisse herunterladen:',
  },

  board: {
    title: 'Zieltafel',
    raceTime: 'Rennzeit',
    over: 'Rennen beendet',
    timeOfDay: 'Uhrzeit',
    onPhone: 'QR-Code dieser Ergebnisse für dein Telefon',
    nextIn: (name, clock) => `Als Nächstes: ${name} ≈ ${clock}`,
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    hold: 'Anhalten',
    recovering: 'Etwas ist schiefgegangen. Die Tafel lädt gleich neu.',
  },
};

export const served: ServedTexts = {
  locale: 'de_DE',
  and: (names) => new Intl.ListFormat('de').format(names),
  tables: 'Tabellen',
  liveResults: 'Live-Ergebnisse',
  raceIs: (race, races, day) =>
    `Live-Ergebnisse: ${race}${races && `, ${races}`}${day && `. ${day}`}.`,
  isWaiting: (race) => `Auf der Startliste (${race}), noch nicht gestartet.`,
  hasStarted: (race) => `Gestartet (${race}), noch kein Ergebnis.`,
  isOnCourse: (passing, time, places) =>
    `Auf der Strecke, noch kein Ergebnis. ${passing} nach ${time}, bisher ${places}.`,
  hasFinished: (race, time) => `Im Ziel (${race}) nach ${time}`,
  notFinished: (race) => `Nicht im Ziel (${race}).`,
  disqualified: (race) => `Disqualifiziert (${race}).`,

  plain: {
    races: 'Läufe',
    views: 'Ansichten',
    pages: 'Seiten',
    pageOf: (page, pages) => `Seite ${page} von ${pages}`,
    csv: 'Ergebnisse als CSV',
    noPastRaces: 'Noch keine früheren Läufe.',
  },
};
