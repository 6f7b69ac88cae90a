import type { Sex } from '../model/race-setup.ts';
import { createDates } from './dates.ts';
import type { ServedTexts } from './en.ts';
import type { AllTexts } from './en-screens.ts';
import { createAge, createKilometres, createPlural } from './grammar.ts';

/** Español. Readers are addressed as `tú`. */

const plural = createPlural('es');
const UNITS = { second: 's', minute: 'min', hour: 'h', day: 'd' };
const age = createAge(UNITS);
const exactAge = createAge(UNITS, 1);

const ordinal = (place: number, sex?: Sex): string => `${place}.${sex === 'F' ? 'ª' : 'º'}`;
/** `2.ª`, before a feminine noun. */
const feminine = (nth: string): string => nth.replace('º', 'ª');
const runners = (count: number): string =>
  plural(count, { one: '# corredor', other: '# corredores' });

const TEAMS_OF: Readonly<Record<string, string>> = { F: 'mujeres', M: 'hombres', X: 'no binario' };

export const es: AllTexts = {
  common: {
    loading: 'Cargando…',
    close: 'Cerrar',
    runner: 'Corredor',
    club: 'Club',
    team: 'Equipo',
    category: 'Cat.',
    race: 'Carrera',
    bib: 'Dorsal',
    time: 'Tiempo',
    place: 'Puesto',
    byGun: (count) => `${count} aún no vistos`,
    bibOf: (bib) => `dorsal\u00A0${bib}`,
    runners,
    ordinal,
    kilometres: createKilometres('es'),
    age,
    ago: (ageMs) => `hace ${age(ageMs)}`,
    dates: createDates('es-ES', 'a las'),
  },

  following: {
    follow: 'Seguir',
    following: 'Siguiendo',
    followName: (name) => `Seguir a ${name}`,
    clubAll: (club) => `Seguir a todos los de ${club}`,
    allOf: (club) => `Todos los de ${club}`,
    part: 'Corredores que sigues',
    allRaces: 'Todas las carreras',
    full: 'No puedes seguir a más. Deja antes de seguir a alguien.',
    gone: 'ya no está en la lista de salida',
    remove: (name) => `Dejar de seguir a ${name}`,
    seenOf: (finished, out) => `${finished} en meta · ${out} en carrera`,
    finishWithin: (span) => `meta ± ${span}`,
    overdue: 'con retraso',
    wasExpected: (clock) => `se esperaba antes de ${clock}`,
    tellMe: 'Recibir avisos',
    turnOn: 'Activar',
    wouldTell: 'De todos los que sigues, incluso con esta página cerrada.',
    blocked:
      'Este navegador bloquea las notificaciones de este sitio: los avisos se muestran en la página.',
  },

  news: {
    finished: (name, time) => `${name} ha llegado a meta: ${time}`,
    out: (name) => `${name} ya no sigue en carrera`,
    finishAbout: (time) => `meta hacia ${time}`,
    dismiss: 'Descartar',
  },

  connection: {
    provisional: 'Provisional',
    official: 'Oficial',
    newVersion: 'Versión nueva: recargar',
    live: 'En directo',
    connecting: 'Conectando',
    catchingUp: 'Actualizando',
    catchingUpFrom: (ageMs) => `Actualizando · datos de hace ${age(ageMs)}`,
    polling: (seconds) => `Se actualiza cada ${seconds} s`,
    offline: 'Sin conexión',
    offlineFrom: (ageMs) => `Sin conexión · datos de hace ${age(ageMs)}`,
  },

  push: {
    passed: (name, point) => `${name} ha pasado por ${point}`,
    stop: 'Desactivar los avisos',
    install:
      'Para recibir avisos con esta página cerrada, añádela antes a la pantalla de inicio (Compartir → Añadir a pantalla de inicio).',
    failed:
      'Por ahora los avisos solo funcionan con esta página abierta: no se ha podido registrar este dispositivo. La página volverá a intentarlo.',
  },

  find: {
    label: 'Buscar un corredor, dorsal o club',
    shown: (shown, listed) => `${shown} de ${listed}`,
    clear: 'Borrar',
  },

  finding: {
    filter: 'Filtrar',
    everyone: 'Todos',
    category: 'Categoría',
    sex: 'Sexo',
    sexes: { F: 'Mujeres', M: 'Hombres', X: 'No binario' },
    anyClub: 'Todos los clubes',
    clear: 'Restablecer',
    show: (count) => `Mostrar ${runners(count)}`,
    overall: (place) => `${place} de la general`,
    otherRaces: 'En otras carreras',
    startList: 'Lista de salida',
    notSeen: 'A la espera de salir',
    neverSeen: 'Sin tiempo registrado',
    noStartList:
      'No se ha podido cargar la lista de salida. La página volverá a intentarlo en un momento.',
  },

  outcome: {
    noScan: 'SIN LECTURA',
    dnf: 'DNF',
    dsq: 'DSQ',
    started: 'Ha salido',
    racing: 'En carrera',
    laps: (count) => plural(count, { one: '# vuelta', other: '# vueltas' }),
  },

  clock: {
    raceTime: 'Tiempo de carrera: ',
    closed: 'La carrera ha terminado',
    starts: (start) => `Salida ${start}`,
    startsIn: 'Salida en ',
    started: (start) => `Salida dada ${start}`,
    noStart: 'Hora de salida por confirmar',
  },

  standing: {
    provisional: (protestsUntil) =>
      protestsUntil === ''
        ? 'Resultados provisionales'
        : `Resultados provisionales, reclamaciones hasta ${protestsUntil}`,
    protestsUntil: (until) => `Reclamaciones hasta ${until}`,
    officialSince: (since) => `Oficial desde ${since}`,
    official: (since, by) => [`Resultados oficiales desde ${since}`, by].filter(Boolean).join(', '),
  },

  results: {
    title: 'Resultados',
    progress: 'Estado de la carrera',
    hintSplits: 'Toca un corredor para ver más',
    hintLive: 'Los resultados se actualizan sin recargar la página',
    skip: 'Ir a los resultados',
    bar: 'Tiempo de carrera y tablas',
    loading: 'Cargando los resultados',
    timing: 'Cronometraje con Splitcast',
    print: 'Versión para imprimir',
    place: '#',
    firstIn: (group) => `Primer puesto en ${group}`,
    justIn: 'Recién llegados',
    leaders: 'Primeras mujeres y primeros hombres',
    onCourse: 'En carrera',
    found: (text) => `Encontrados: ${text}`,
    furthestFirst: (text) => `${text}, los más adelantados primero`,
    finishedOf: (finished, registered) => `${finished} de ${registered} en meta`,
    out: (onCourse) => `${onCourse} en carrera`,
    backUp: 'Volver arriba',
    toFind: 'Buscar',
    toTop: 'Arriba',
  },

  empty: {
    noTabs: 'Aún no hay resultados configurados',
    nobodySeen: 'Aún no hay tiempos',
    nobodyEntered: 'Aún no hay nadie inscrito.',
    willAppear:
      'Los corredores aparecen aquí en cuanto se les cronometra. Ya puedes buscar en la lista de salida.',
    noMatch: (sought) => `Aquí nadie coincide con «${sought}»`,
    showEveryone: 'Mostrar todos',
    nowhere:
      'Tampoco en otra carrera ni en la lista de salida. Prueba con menos letras, el dorsal o el club.',
    looking: 'Tampoco en otra carrera. Buscando en la lista de salida…',
    more: (count) => `y ${count} más: escribe otra letra`,
  },

  splits: {
    of: (name) => `Parciales de ${name}`,
    everything: (name) => `Todos los resultados de ${name}`,
    whenExpected: (name) => `Cuándo se espera a ${name}`,
    stage: 'Punto',
    position: 'Posición',
    overall: 'General',
    registered: (total, race) => `${total} inscritos en ${race}`,
  },

  spectators: {
    race: 'La carrera de un vistazo',
    tables: 'Resultados por categoría, tramo, club y equipo',
    corrections: 'Correcciones',
    share: 'Compartir',
    copied: 'Enlace copiado.',
    pastRaces: 'Carreras anteriores',
  },

  printed: {
    asOf: (moment) => `A fecha de ${moment}`,
    unprinted: (most, count) =>
      `Las primeras ${most} filas de ${count}. Para imprimir otras, busca o filtra antes.`,
  },

  problem: {
    notLoaded: 'No se ha podido cargar una parte de esta página.',
    network: 'Puede que la red falle un momento.',
    tryAgain: 'Reintentar',
    back: 'Volver a los resultados',
    noSuchPage: 'Esta página no existe',
  },

  waiting: {
    overdue: (name, point, clock) =>
      `Más tarde de lo previsto: se esperaba a ${name} en ${point} antes de ${clock}.`,
    expected: (point, range) => `Se espera en ${point} entre ${range}.`,
  },

  race: {
    choose: 'Elegir una carrera',
    tap: 'Toca un punto para ver quién es.',
    whereEverybody: 'Dónde está cada uno',
    between: (from, to) => `Entre ${from} y ${to}`,
    unknown: (point) => `En algún lugar después de ${point}`,
    expected: 'Cada punto es un corredor, donde se le espera ahora según sus tiempos de paso.',
    nobody: 'No hay nadie en carrera.',
    faded: (dots) =>
      plural(dots, {
        one: '# punto pálido puede estar en otro sitio: el corredor va con retraso, o se sabe poco del camino.',
        other:
          '# puntos pálidos pueden estar en otro sitio: los corredores van con retraso, o se sabe poco del camino.',
      }),
    even: 'No se conocen las distancias, así que los puntos están a la misma separación.',
    gaps: 'Diferencias con el primero',
    gapsWhy:
      'Los diez primeros y los que sigues, con su diferencia con el primero de ellos en cada punto.',
    gapsTable: 'Las diferencias en una tabla',
    compare: 'Comparar corredores',
    compareWhom: 'Elige de dos a cuatro corredores',
    compareWhy: 'La diferencia de cada uno con el primero de ellos en cada punto.',
    compareLegs: 'Tramo a tramo',
  },

  runner: {
    finish: 'Meta',
    theFinish: 'la meta',
    finished: 'En meta',
    didNotFinish: 'No ha terminado',
    unranked: 'Sin clasificar',
    disqualified: 'Descalificado',
    lastSeenAt: (point, time) => `Visto por última vez en ${point} tras ${time}`,
    started: (ago) => `En carrera, salió ${ago}`,
    left: (point, ago) => `En carrera. Pasó por ${point} ${ago}`,
    startsAt: 'Sale a las',
    startsIn: (span) => `en ${span}`,
    startsOn: (day) => `el ${day}`,
    raceStarted: (at) => `La carrera salió ${at}.`,
    expectedFinish: (range, basis) => `se espera en meta entre ${range} (${basis})`,
    wasExpected: (range) => `Más tarde de lo previsto: se esperaba en meta entre ${range}`,
    basis: (count) =>
      count === 0
        ? 'a su propio ritmo'
        : plural(count, {
            one: 'según # corredor que ha hecho este tramo',
            other: 'según # corredores que han hecho este tramo',
          }),
    range: (from, to) => `${from} y ${to}`,
    progress: (passed, stages) => `${passed} de ${stages} puntos superados`,
    toGo: (distance) => `faltan ≈ ${distance}`,
    lastSeenFrom: (distance) => `visto por última vez a ${distance} de la meta`,
    placesAt: (point) => `Puestos en ${point}`,
    ofAll: (count) => `de ${count} en la general`,
    entered: (count) => plural(count, { one: '# inscrito', other: '# inscritos' }),
    ofSex: {
      F: (count) => plural(count, { one: 'de # mujer', other: 'de # mujeres' }),
      M: (count) => plural(count, { one: 'de # hombre', other: 'de # hombres' }),
      X: (count) => `de ${count} no binarios`,
    },
    ofGroup: (group, count) => `de ${count} en ${group}`,
    leg: 'Tramo',
    toLeader: 'Al primero',
    toNext: 'Al anterior',
    placesWon: (count) => plural(count, { one: '# puesto ganado', other: '# puestos ganados' }),
    placesLost: (count) => plural(count, { one: '# puesto perdido', other: '# puestos perdidos' }),
    aroundAt: (point) => `Justo delante y detrás en ${point}`,
    ahead: (gap) => `${gap} delante`,
    behind: (gap) => `${gap} detrás`,
    sameTime: 'mismo tiempo',
    saveCard: 'Guardar la tarjeta de resultado',
    toCertificate: 'Imprimir el diploma',
    photos: 'Fotos',
    nobody: (asked) => `No hay ningún corredor para «${asked}»`,
    nobodyWhy: 'Quizá cambió la inscripción o el enlace es antiguo. Prueba a buscar por nombre.',
    several: (bib) => `Varios corredores llevan el dorsal ${bib}`,
  },

  start: {
    by: { own: 'Salida propia', gun: 'Disparo de salida', chip: 'Paso por la salida' },
    gun: 'Tiempo oficial',
    chip: 'Tiempo neto',
  },

  certificate: {
    title: 'Diploma',
    of: (name) => `Diploma de ${name}`,
    print: 'Imprimir',
    finished: 'ha terminado',
    ofFinishers: (count) => `de ${count} en meta`,
    provisional: 'Resultados provisionales: los puestos aún pueden cambiar.',
    none: 'Aquí no hay ningún diploma',
    finishersAlone: 'Hay uno para cada corredor que ha llegado a meta.',
  },

  commentary: {
    title: 'Comentario',
    throughFinish: 'En meta',
    through: (point) => `Han pasado por ${point}`,
    allCorrections: 'Todas las correcciones',
    nobodyYet: 'Aún no ha pasado nadie. Los corredores aparecen aquí automáticamente.',
    woman: (nth) => `${feminine(nth)} mujer`,
    man: (nth) => `${nth} hombre`,
    nonBinary: (nth) => `${nth} no binario`,
    inGroup: (nth, group) => `${nth} ${group}`,
    fastestFrom: (point) => `El más rápido desde ${point}`,
    bestClimb: (climb, time) => `Mejor tiempo en ${climb}: ${time}`,
    passed: (count) => `gana ${count}`,
    lost: (count) => `pierde ${count}`,
    expected: (point) => `Se esperan: ${point}`,
    nobodyExpected: 'No se espera a nadie aquí.',
    overdue: (count) => `${count} con retraso`,
    soon: 'ahora',
    whereOrder: 'en meta · en carrera · fuera',
    pinned: 'Fijados',
    unpin: (name) => `Soltar a ${name}`,
    ago: (ageMs) => `hace ${exactAge(ageMs)}`,
    gained: 'Ganado',
  },

  corrections: {
    why: 'Resultados publicados que después se corrigieron, y por qué.',
    none: 'No se ha corregido ningún resultado.',
    isNot: (is, was) => `${is} (antes ${was})`,
    gone: 'ya no está en los resultados',
    reasons: {
      clock: (point) =>
        point === ''
          ? 'el reloj de un lector iba mal'
          : `el reloj de un lector en ${point} iba mal`,
      read: (point) =>
        point === '' ? 'se corrigió una lectura' : `se corrigió una lectura en ${point}`,
      start: () => 'se corrigió la hora de salida',
      hand: () => 'se introdujo un tiempo a mano',
      status: () => 'se corrigió el estado',
      registration: () => 'se corrigió la inscripción',
      settings: () => 'se cambiaron los ajustes de la carrera',
    },
  },

  tables: {
    choose: 'Qué tablas',
    views: { categories: 'Categorías', legs: 'Tramos', clubs: 'Clubes', teams: 'Equipos' },
    start: 'Salida',
    finishers: (count) => `${count} en meta`,
    team: (place, club, who) => `${place} ${TEAMS_OF[who] ?? who}: ${club}`,
    points: (points) => plural(points, { one: '# punto', other: '# puntos' }),
    teamRuleOf: ({ name, count, leastWomen = 0, by }) =>
      [
        `${name}: cuentan los ${count} primeros de un club`,
        leastWomen > 0 && `al menos ${plural(leastWomen, { one: '# mujer', other: '# mujeres' })}`,
        by === 'place' ? 'gana la suma de puestos más baja' : 'gana la suma de tiempos más baja',
      ]
        .filter(Boolean)
        .join(', '),
    nothing: 'Aún no hay resultados para esta tabla.',
    nobody: 'Aún nadie',
    more: (count) => `y ${count} más`,
    files: 'Descargar todos los resultados:',
  },

  board: {
    title: 'Panel de meta',
    raceTime: 'Tiempo de carrera',
    over: 'Carrera terminada',
    timeOfDay: 'Hora',
    onPhone: 'Código QR de estos resultados para tu teléfono',
    nextIn: (name, clock) => `Siguiente: ${name} ≈ ${clock}`,
    previous: 'Página anterior',
    next: 'Página siguiente',
    hold: 'Detener',
    recovering: 'Algo ha fallado. El panel se recargará en un momento.',
  },
};

export const served: ServedTexts = {
  locale: 'es_ES',
  and: (names) => new Intl.ListFormat('es').format(names),
  tables: 'Tablas',
  liveResults: 'Resultados en directo',
  raceIs: (race, races, day) =>
    `Resultados en directo de ${race}${races && `: ${races}`}${day && `. ${day}`}.`,
  isWaiting: (race) => `En la lista de salida de ${race}, aún no ha salido.`,
  hasStarted: (race) => `Ha salido en ${race}, aún sin resultado.`,
  isOnCourse: (passing, time, places) =>
    `En carrera, aún sin resultado. ${passing} tras ${time}, de momento ${places}.`,
  hasFinished: (race, time) => `Ha terminado ${race} en ${time}`,
  notFinished: (race) => `No ha terminado ${race}.`,
  disqualified: (race) => `Descalificado de ${race}.`,

  plain: {
    races: 'Carreras',
    views: 'Vistas',
    pages: 'Páginas',
    pageOf: (page, pages) => `Página ${page} de ${pages}`,
    csv: 'Resultados en CSV',
    noPastRaces: 'Aún no hay carreras anteriores.',
  },
};
