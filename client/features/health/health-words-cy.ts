import type { HealthWords } from './health-words.ts';

export const cy: HealthWords = {
  intro: 'A yw popeth y mae’r ras yn dibynnu arno yn gweithio, a beth i’w wneud lle nad yw.',
  asOf: (time) => `Fel yr oedd am ${time}. Edrychir eto bob pum eiliad.`,
  allWell: 'Mae popeth yn gweithio.',
  attention: (count) => `Angen sylw: ${count}.`,
  states: { well: 'Iawn', attention: 'Angen sylw', unknown: 'I’w wybod' },
  means: 'Beth mae’n ei olygu:',
  todo: 'Beth i’w wneud:',
  more: (heading) => `Mae mwy yn docs/runbook.md o dan “${heading}”.`,
  topics: {
    database: 'Cronfa ddata',
    disk: 'Disg',
    sources: 'Sganiwr',
    instances: 'Gwasanaeth gwe',
    delay: 'O’r sgan i’r dudalen',
    backup: 'Copi wrth gefn',
    push: 'Larymau a hysbysiadau',
    signIns: 'Mewngofnodi',
  },
  remedies: {
    database: {
      means:
        'Gall yr hyn a ddangosir fod yn hen, neu efallai na chedwir yr hyn a gofnodir. Mae’r sganwyr yn dal i ddarllen ac yn cadw’u darlleniadau.',
      todo: 'Gwnewch yr hyn a ddywed y frawddeg uchod. Os na ellir cyrraedd y gronfa ddata, arhoswch hanner munud, yna dewch â’i gweinydd yn ôl gyda’i ffeiliau. Peidiwch byth â dechrau un wag yn ei lle.',
    },
    disk: {
      means:
        'Pan na fydd lle ar ôl, ni all neb gofnodi dim, ac mae’r sganwyr yn cadw’u darlleniadau.',
      todo: 'Symudwch hen gopïau wrth gefn a ffeiliau mawr eraill i ddisg arall. Peidiwch â dileu dim yn ffolder y gronfa ddata, na dyddlyfrau’r sganwyr.',
    },
    sources: {
      means:
        'Mae’r sganiwr wedi stopio, ni all gyrraedd y gronfa ddata, neu mae angen sylw ar ei fatri. Mae darlleniadau nas anfonwyd yn aros ar ei gyfrifiadur.',
      todo: 'Ewch at y cyfrifiadur hwnnw; os yw’r sganiwr wedi gorffen, dechreuwch ef eto gyda’r un enw; os yw’n aros, edrychwch ar y rhwydwaith. Peidiwch â dileu ei ddyddlyfr.',
    },
    clock: {
      means:
        'Mae’n darllen ac yn anfon, ac ni chollir dim, ond mae ei amserau’n anghywir neu’n rhai pwynt arall, ac felly’r canlyniadau sy’n dod ohonynt.',
      todo: 'Mae Reads yn dweud faint ac yn eu symud, hefyd y rhai sydd i ddod. Gadewch i’r sganiwr redeg. Os gosodir ei gloc yn iawn wedyn, gorffennwch y symudiad ar y foment honno.',
    },
    instances: {
      means:
        'Stopiodd gwasanaeth gwe heb orffen yn iawn, neu mae ei gloc yn anghywir. Mae ei wylwyr yn mynd at un arall, neu’n cadw’r hyn sydd ganddynt.',
      todo: 'Os nad oedd i fod i orffen, edrychwch ar y cyfrifiadur hwnnw beth a ddywedodd, a dechreuwch ef eto. Dylai cloc gael ei amser o’r rhwydwaith.',
    },
    delay: {
      means:
        'Mae gan y gwasanaeth fwy o waith nag y gall ei wneud, ac mae’r tudalennau ar ôl y ras.',
      todo: 'Tynnwch waith arall oddi ar y cyfrifiadur hwnnw, a gosodwch WORKERS=auto. Os yw’r gronfa ddata ar gyfrifiadur arall, cymharwch glociau’r ddau.',
    },
    backup: {
      means:
        'Pe bai’r ddisg hon yn methu, collid yr hyn a gofnodwyd ers y copi diwethaf gyda’r gronfa ddata.',
      todo: 'Edrychwch a yw disg y copïau yno ac a oes lle arni. Nes y bydd yn gweithio, gwnewch un â llaw: npm run backup -- FOLDER.',
    },
    push: {
      means: 'Ni dderbyniodd y gwasanaethau gwthio larymau i drefnwyr neu hysbysiadau i wylwyr.',
      todo: 'Edrychwch a oes rhyngrwyd gan y cyfrifiadur hwn. Yn y cyfamser cadwch olwg ar Control a Missing: mae pob larwm yno.',
    },
    signIns: {
      means:
        'Mae rhywun yn camdeipio, neu’n dyfalu cyfrineiriau. Nid effeithir ar neb sydd wedi mewngofnodi.',
      todo: 'Gofynnwch i’r cynorthwywyr pwy sy’n methu mewngofnodi, a rhowch gyfrinair newydd iddynt o dan Organisers. Peidiwch ag analluogi cyfrif y mae rhywun yn ei ddyfalu.',
    },
  },
  notKnown: 'Nid yw’n hysbys tra nad yw’r gronfa ddata yn ateb.',
  notReady: 'Mae’r ras yn dal i gael ei darllen, neu mae’r gwasanaeth ar fin gorffen.',
  written: (time) => `Mae’n ateb; derbyniwyd y cofnod diwethaf am ${time}.`,
  notWritten: 'Nid yw’n derbyn cofnodion.',
  away: 'Ni ellir ei chyrraedd.',
  free: (size) => `${size} yn rhydd lle mae’r gronfa ddata’n cadw’i ffeiliau.`,
  diskElsewhere:
    'Heb ei fesur: mae’r gronfa ddata ar gyfrifiadur arall, neu nid yw’n cadw ffeiliau.',
  noSource: 'Nid oes sganiwr yn rhedeg.',
  lastRead: (time) => `Darlleniad diwethaf am ${time}.`,
  noRead: 'Nid yw wedi darllen dim eto.',
  heard: (time) => `Clywyd ddiwethaf am ${time}.`,
  silentSince: (time) => `Heb ei glywed ers ${time}.`,
  unsent: (count) =>
    count === 0 ? 'Nid oes dim yn aros i’w anfon.' : `Darlleniadau’n aros i’w hanfon: ${count}.`,
  running: (since, release, viewers) =>
    `Yn rhedeg ers ${since}, fersiwn ${release}, gwylwyr wedi cysylltu: ${viewers}.`,
  serverClock: 'Mae cloc y gweinydd hwn yn anghywir.',
  pushed: (count, span) =>
    `Sganiau yn y pum munud diwethaf: ${count}; roedd yr arafaf ar y tudalennau ar ôl ${span}.`,
  nothingPushed: 'Dim sgan yn y pum munud diwethaf.',
  overloaded: (span) => `Dim ond bob ${span} y diweddarir y tudalennau.`,
  backedUp: (time, size) => `Mae’r diwethaf o ${time}, ${size}.`,
  noBackupYet: 'Nid oes un eto: daw’r cyntaf ddeg munud ar ôl y dechrau.',
  noBackupWanted: 'Ni wneir copïau awtomatig yma: nid yw BACKUP_DIR wedi’i osod.',
  alerted: (organisers, spectators) =>
    `Porwyr sy’n cael gwybod: ${organisers} gan drefnwyr, ${spectators} gan wylwyr.`,
  noOrganiserAlerted: 'Nid oes trefnydd yn cael larymau: gall pob un eu troi ymlaen o dan Control.',
  failedPushes: (count) => `Heb eu danfon yn y pum munud diwethaf: ${count}.`,
  refused: (count) =>
    count === 0
      ? 'Ni wrthodwyd yr un yn y pum munud diwethaf.'
      : `Gwrthodwyd yn y pum munud diwethaf: ${count}.`,
  file: 'Ffeil ar gyfer adroddiad nam',
  fileNote:
    'Mae ynddi fersiynau, cyfrifon a ffigurau. Nid oes enwau, rhifau ffôn, cyfeiriadau na chyfrineiriau ynddi.',
  download: 'Cadw’r ffeil',
  old: 'Gall yr hyn a ddangosir fod yn hen.',
  none: 'Ni ellir dangos yr iechyd.',
};
