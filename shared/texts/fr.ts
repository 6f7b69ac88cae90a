import type { Sex } from '../model/race-setup.ts';
import { createDates } from './dates.ts';
import type { ServedTexts } from './en.ts';
import type { AllTexts } from './en-screens.ts';
import { createAge, createKilometres, createPlural } from './grammar.ts';

/** Français, as written in France: a space that does not break before `: ? !` and within « ». */

const plural = createPlural('fr');
const UNITS = { second: 's', minute: 'min', hour: 'h', day: 'j' };
const age = createAge(UNITS);
const exactAge = createAge(UNITS, 1);

const ordinal = (place: number, sex?: Sex): string => {
  if (place > 1) return `${place}e`;
  return sex === 'F' ? '1re' : '1er';
};
const runners = (count: number): string => plural(count, { one: '# coureur', other: '# coureurs' });
const finishers = (count: number): string => plural(count, { one: '# arrivé', other: '# arrivés' });
/** `d’Aled`, `de Mair` */
const of = (name: string): string =>
  /^[aeiouyhàâéèêëîïôûœ]/i.test(name) ? `d’${name}` : `de ${name}`;

const TEAMS_OF: Readonly<Record<string, string>> = { F: 'femmes', M: 'hommes', X: 'non binaire' };

export const fr: AllTexts = {
  common: {
    loading: 'Chargement…',
    close: 'Fermer',
    runner: 'Coureur',
    club: 'Club',
    team: 'Équipe',
    category: 'Cat.',
    race: 'Course',
    bib: 'Dossard',
    time: 'Temps',
    place: 'Place',
    byGun: (count) => `${count} pas encore vus`,
    bibOf: (bib) => `dossard\u00A0${bib}`,
    runners,
    ordinal,
    kilometres: createKilometres('fr'),
    age,
    ago: (ageMs) => `il y a ${age(ageMs)}`,
    dates: createDates('fr-FR', 'à'),
  },

  following: {
    follow: 'Suivre',
    following: 'Suivi',
    followName: (name) => `Suivre ${name}`,
    clubAll: (club) => `Suivre tout le club ${club}`,
    allOf: (club) => `Tout le club ${club}`,
    part: 'Coureurs que vous suivez',
    allRaces: 'Toutes les courses',
    full: 'Vous ne pouvez pas suivre plus de coureurs. Cessez d’abord d’en suivre un.',
    gone: 'n’est plus sur la liste de départ',
    remove: (name) => `Ne plus suivre ${name}`,
    seenOf: (finished, out) => `${finished} arrivés · ${out} en course`,
    finishWithin: (span) => `arrivée ± ${span}`,
    overdue: 'en retard',
    wasExpected: (clock) => `attendu avant ${clock}`,
    tellMe: 'Recevoir des alertes',
    turnOn: 'Activer',
    wouldTell: 'Pour tous ceux que vous suivez, même quand cette page est fermée.',
    blocked:
      'Ce navigateur bloque les notifications de ce site\u00A0: les alertes s’affichent sur la page.',
  },

  news: {
    finished: (name, time) => `${name} est à l’arrivée\u00A0: ${time}`,
    out: (name) => `${name} n’est plus en course`,
    finishAbout: (time) => `arrivée vers ${time}`,
    dismiss: 'Fermer',
  },

  connection: {
    provisional: 'Provisoire',
    official: 'Officiel',
    newVersion: 'Nouvelle version : recharger',
    live: 'En direct',
    connecting: 'Connexion',
    catchingUp: 'Mise à jour',
    catchingUpFrom: (ageMs) => `Mise à jour · données d’il y a ${age(ageMs)}`,
    polling: (seconds) => `Actualisé toutes les ${seconds} s`,
    offline: 'Hors ligne',
    offlineFrom: (ageMs) => `Hors ligne · données d’il y a ${age(ageMs)}`,
  },

  push: {
    passed: (name, point) => `${name} est passé à ${point}`,
    stop: 'Arrêter les alertes',
    install:
      'Pour recevoir des alertes quand cette page est fermée, ajoutez-la d’abord à votre écran d’accueil (Partager → Sur l’écran d’accueil).',
    failed:
      'Pour l’instant, les alertes ne fonctionnent que si cette page est ouverte\u00A0: cet appareil n’a pas pu être enregistré. La page réessaiera.',
  },

  find: {
    label: 'Chercher un coureur, un dossard ou un club',
    shown: (shown, listed) => `${shown} sur ${listed}`,
    clear: 'Effacer',
  },

  finding: {
    filter: 'Filtrer',
    everyone: 'Tous',
    category: 'Catégorie',
    sex: 'Sexe',
    sexes: { F: 'Femmes', M: 'Hommes', X: 'Non binaire' },
    anyClub: 'Tous les clubs',
    clear: 'Réinitialiser',
    show: (count) => `Afficher ${runners(count)}`,
    overall: (place) => `${place} au général`,
    otherRaces: 'Dans d’autres courses',
    startList: 'Liste de départ',
    notSeen: 'En attente du départ',
    neverSeen: 'Aucun temps enregistré',
    noStartList: 'La liste de départ n’a pas pu être chargée. La page réessaiera dans un instant.',
  },

  outcome: {
    noScan: 'NON LU',
    dnf: 'DNF',
    dsq: 'DSQ',
    started: 'Parti',
    racing: 'En course',
    laps: (count) => plural(count, { one: '# tour', other: '# tours' }),
  },

  clock: {
    raceTime: 'Temps de course\u00A0: ',
    closed: 'La course est terminée',
    starts: (start) => `Départ ${start}`,
    startsIn: 'Départ dans ',
    started: (start) => `Départ donné ${start}`,
    noStart: 'Heure de départ à confirmer',
  },

  standing: {
    provisional: (protestsUntil) =>
      protestsUntil === ''
        ? 'Résultats provisoires'
        : `Résultats provisoires, réclamations jusqu’à ${protestsUntil}`,
    protestsUntil: (until) => `Réclamations jusqu’à ${until}`,
    officialSince: (since) => `Officiel depuis ${since}`,
    official: (since, by) => [`Résultats officiels depuis ${since}`, by].filter(Boolean).join(', '),
  },

  results: {
    title: 'Résultats',
    progress: 'Avancement de la course',
    hintSplits: 'Touchez un coureur pour en savoir plus',
    hintLive: 'Les résultats se mettent à jour sans recharger la page',
    skip: 'Aller aux résultats',
    bar: 'Temps de course et tableaux',
    loading: 'Chargement des résultats',
    timing: 'Chronométrage par Splitcast',
    print: 'Version imprimable',
    place: '#',
    firstIn: (group, sex) => `${sex === 'F' ? 'Première' : 'Premier'} en ${group}`,
    justIn: 'Dernières arrivées',
    leaders: 'Premières femmes et premiers hommes',
    onCourse: 'En course',
    found: (text) => `${text} trouvés`,
    furthestFirst: (text) => `${text}, les plus avancés d’abord`,
    finishedOf: (finished, registered) => `${finished} arrivés sur ${registered}`,
    out: (onCourse) => `${onCourse} en course`,
    backUp: 'Revenir en haut',
    toFind: 'Chercher',
    toTop: 'Haut',
  },

  empty: {
    noTabs: 'Aucun résultat n’est encore configuré',
    nobodySeen: 'Pas encore de temps',
    nobodyEntered: 'Personne n’est encore inscrit.',
    willAppear:
      'Les coureurs apparaissent ici dès qu’ils sont chronométrés. Vous pouvez déjà chercher dans la liste de départ.',
    noMatch: (sought) => `Personne ici ne correspond à «\u00A0${sought}\u00A0»`,
    showEveryone: 'Afficher tout le monde',
    nowhere:
      'Ni dans une autre course, ni sur la liste de départ. Essayez moins de lettres, le dossard ou le club.',
    looking: 'Ni dans une autre course. Recherche dans la liste de départ…',
    more: (count) => `et ${count} de plus\u00A0: tapez une autre lettre`,
  },

  splits: {
    of: (name) => `Temps de passage ${of(name)}`,
    everything: (name) => `Tous les résultats ${of(name)}`,
    whenExpected: (name) => `Arrivée prévue ${of(name)}`,
    stage: 'Point',
    position: 'Position',
    overall: 'Général',
    registered: (total, race) => `${total} inscrits sur ${race}`,
  },

  spectators: {
    race: 'La course en un coup d’œil',
    tables: 'Résultats par catégorie, tronçon, club et équipe',
    corrections: 'Corrections',
    share: 'Partager',
    copied: 'Lien copié.',
    pastRaces: 'Courses passées',
  },

  printed: {
    asOf: (moment) => `État au ${moment}`,
    unprinted: (most, count) =>
      `Les ${most} premières lignes sur ${count}. Pour imprimer les autres, cherchez ou filtrez d’abord.`,
  },

  problem: {
    notLoaded: 'Une partie de cette page n’a pas pu être chargée.',
    network: 'Le réseau est peut-être interrompu un instant.',
    tryAgain: 'Réessayer',
    back: 'Retour aux résultats',
    noSuchPage: 'Cette page n’existe pas',
  },

  waiting: {
    overdue: (name, point, clock) =>
      `Plus tard que prévu\u00A0: ${name} était attendu à ${point} avant ${clock}.`,
    expected: (point, range) => `Attendu à ${point} entre ${range}.`,
  },

  race: {
    choose: 'Choisir une course',
    tap: 'Touchez un point pour voir qui c’est.',
    whereEverybody: 'Où est tout le monde',
    between: (from, to) => `Entre ${from} et ${to}`,
    unknown: (point) => `Quelque part après ${point}`,
    expected: 'Chaque point est un coureur, là où ses temps de passage le situent en ce moment.',
    nobody: 'Personne n’est en course.',
    faded: (dots) =>
      plural(dots, {
        one: '# point pâle est peut-être ailleurs\u00A0: le coureur est en retard, ou l’on sait trop peu du chemin.',
        other:
          '# points pâles sont peut-être ailleurs\u00A0: ces coureurs sont en retard, ou l’on sait trop peu du chemin.',
      }),
    even: 'Les distances ne sont pas connues\u00A0: les points sont espacés régulièrement.',
    gaps: 'Écarts avec le premier',
    gapsWhy:
      'Les dix premiers et ceux que vous suivez, avec leur retard sur le premier d’entre eux à chaque point.',
    gapsTable: 'Les écarts en tableau',
    compare: 'Comparer des coureurs',
    compareWhom: 'Choisissez deux à quatre coureurs',
    compareWhy: 'Le retard de chacun sur le premier d’entre eux à chaque point.',
    compareLegs: 'Tronçon par tronçon',
  },

  runner: {
    finish: 'Arrivée',
    theFinish: 'l’arrivée',
    finished: 'À l’arrivée',
    didNotFinish: 'Abandon',
    unranked: 'Non classé',
    disqualified: 'Disqualifié',
    lastSeenAt: (point, time) => `Vu pour la dernière fois à ${point} après ${time}`,
    started: (ago) => `En course, parti ${ago}`,
    left: (point, ago) => `En course. Passé à ${point} ${ago}`,
    startsAt: 'Départ à',
    startsIn: (span) => `dans ${span}`,
    startsOn: (day) => `le ${day}`,
    raceStarted: (at) => `Le départ de la course a été donné ${at}.`,
    expectedFinish: (range, basis) => `attendu à l’arrivée entre ${range} (${basis})`,
    wasExpected: (range) => `Plus tard que prévu\u00A0: attendu à l’arrivée entre ${range}`,
    basis: (count) =>
      count === 0
        ? 'à son propre rythme'
        : plural(count, {
            one: 'd’après # coureur passé sur ce tronçon',
            other: 'd’après # coureurs passés sur ce tronçon',
          }),
    range: (from, to) => `${from} et ${to}`,
    progress: (passed, stages) => `${passed} points passés sur ${stages}`,
    toGo: (distance) => `encore ≈ ${distance}`,
    lastSeenFrom: (distance) => `vu pour la dernière fois à ${distance} de l’arrivée`,
    placesAt: (point) => `Places à ${point}`,
    ofAll: (count) => `sur ${count} au général`,
    entered: (count) => plural(count, { one: '# inscrit', other: '# inscrits' }),
    ofSex: {
      F: (count) => plural(count, { one: 'sur # femme', other: 'sur # femmes' }),
      M: (count) => plural(count, { one: 'sur # homme', other: 'sur # hommes' }),
      X: (count) => `sur ${count} non binaires`,
    },
    ofGroup: (group, count) => `sur ${count} en ${group}`,
    leg: 'Tronçon',
    toLeader: 'Au premier',
    toNext: 'Au précédent',
    placesWon: (count) => plural(count, { one: '# place gagnée', other: '# places gagnées' }),
    placesLost: (count) => plural(count, { one: '# place perdue', other: '# places perdues' }),
    aroundAt: (point) => `Juste devant et derrière à ${point}`,
    ahead: (gap) => `${gap} devant`,
    behind: (gap) => `${gap} derrière`,
    sameTime: 'même temps',
    saveCard: 'Enregistrer la carte de résultat',
    toCertificate: 'Imprimer le diplôme',
    photos: 'Photos',
    nobody: (asked) => `Aucun coureur trouvé pour «\u00A0${asked}\u00A0»`,
    nobodyWhy:
      'L’inscription a peut-être changé, ou le lien est ancien. Essayez de chercher par nom.',
    several: (bib) => `Plusieurs coureurs portent le dossard ${bib}`,
  },

  start: {
    by: { own: 'Départ individuel', gun: 'Coup de pistolet', chip: 'Passage sur la ligne' },
    gun: 'Temps officiel',
    chip: 'Temps réel',
  },

  certificate: {
    title: 'Diplôme',
    of: (name) => `Diplôme ${of(name)}`,
    print: 'Imprimer',
    finished: 'a terminé',
    ofFinishers: (count) => `sur ${finishers(count)}`,
    provisional: 'Résultats provisoires\u00A0: les places peuvent encore changer.',
    none: 'Il n’y a pas de diplôme ici',
    finishersAlone: 'Il y en a un pour chaque coureur arrivé.',
  },

  commentary: {
    title: 'Commentaire',
    throughFinish: 'Arrivés',
    through: (point) => `Passés à ${point}`,
    allCorrections: 'Toutes les corrections',
    nobodyYet: 'Personne n’est encore passé. Les coureurs apparaissent ici automatiquement.',
    woman: (nth) => `${nth} femme`,
    man: (nth) => `${nth} homme`,
    nonBinary: (nth) => `${nth} non binaire`,
    inGroup: (nth, group) => `${nth} ${group}`,
    fastestFrom: (point) => `Le plus rapide depuis ${point}`,
    bestClimb: (climb, time) => `Meilleur temps sur ${climb}\u00A0: ${time}`,
    passed: (count) => `+${count}`,
    lost: (count) => `−${count}`,
    expected: (point) => `Attendus\u00A0: ${point}`,
    nobodyExpected: 'Personne n’est attendu ici.',
    overdue: (count) => `${count} en retard`,
    soon: 'maintenant',
    whereOrder: 'arrivés · en course · hors course',
    pinned: 'Épinglés',
    unpin: (name) => `Détacher ${name}`,
    ago: (ageMs) => `il y a ${exactAge(ageMs)}`,
    gained: 'Gagné',
  },

  corrections: {
    why: 'Résultats publiés puis corrigés, et pourquoi.',
    none: 'Aucun résultat n’a été corrigé.',
    isNot: (is, was) => `${is} (avant\u00A0: ${was})`,
    gone: 'n’est plus dans les résultats',
    reasons: {
      clock: (point) =>
        point === ''
          ? 'l’horloge d’un lecteur n’était pas à l’heure'
          : `l’horloge d’un lecteur à ${point} n’était pas à l’heure`,
      read: (point) =>
        point === '' ? 'une lecture a été corrigée' : `une lecture à ${point} a été corrigée`,
      start: () => 'l’heure de départ a été corrigée',
      hand: () => 'un temps a été saisi à la main',
      status: () => 'le statut a été corrigé',
      registration: () => 'l’inscription a été corrigée',
      settings: () => 'les réglages de la course ont changé',
    },
  },

  tables: {
    choose: 'Quels tableaux',
    views: { categories: 'Catégories', legs: 'Tronçons', clubs: 'Clubs', teams: 'Équipes' },
    start: 'Départ',
    finishers,
    team: (place, club, who) => `${place} ${TEAMS_OF[who] ?? who}\u00A0: ${club}`,
    points: (points) => plural(points, { one: '# point', other: '# points' }),
    teamRuleOf: ({ name, count, leastWomen = 0, by }) =>
      [
        `${name}\u00A0: les ${count} premiers d’un club comptent`,
        leastWomen > 0 &&
          `dont au moins ${plural(leastWomen, { one: '# femme', other: '# femmes' })}`,
        by === 'place'
          ? 'la somme des places la plus basse gagne'
          : 'la somme des temps la plus basse gagne',
      ]
        .filter(Boolean)
        .join(', '),
    nothing: 'Pas encore de résultats pour ce tableau.',
    nobody: 'Encore personne',
    more: (count) => plural(count, { one: 'et # autre', other: 'et # autres' }),
    files: 'Télécharger tous les résultats\u00A0:',
  },

  board: {
    title: 'Tableau d’arrivée',
    raceTime: 'Temps de course',
    over: 'Course terminée',
    timeOfDay: 'Heure',
    onPhone: 'Code QR de ces résultats pour votre téléphone',
    nextIn: (name, clock) => `Ensuite\u00A0: ${name} ≈ ${clock}`,
    previous: 'Page précédente',
    next: 'Page suivante',
    hold: 'Arrêter',
    recovering: 'Un problème est survenu. Le tableau va se recharger dans un instant.',
  },
};

export const served: ServedTexts = {
  locale: 'fr_FR',
  and: (names) => new Intl.ListFormat('fr').format(names),
  tables: 'Tableaux',
  liveResults: 'Résultats en direct',
  raceIs: (race, races, day) =>
    `Résultats en direct\u00A0: ${race}${races && `, ${races}`}${day && `. ${day}`}.`,
  isWaiting: (race) => `Sur la liste de départ de ${race}, pas encore parti.`,
  hasStarted: (race) => `Parti sur ${race}, pas encore de résultat.`,
  isOnCourse: (passing, time, places) =>
    `En course, pas encore de résultat. ${passing} après ${time}, pour l’instant ${places}.`,
  hasFinished: (race, time) => `A terminé ${race} en ${time}`,
  notFinished: (race) => `N’a pas terminé ${race}.`,
  disqualified: (race) => `Disqualifié sur ${race}.`,

  plain: {
    races: 'Courses',
    views: 'Affichages',
    pages: 'Pages',
    pageOf: (page, pages) => `Page ${page} sur ${pages}`,
    csv: 'Résultats en CSV',
    noPastRaces: 'Pas encore de courses passées.',
  },
};
