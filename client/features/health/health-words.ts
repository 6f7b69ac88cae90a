import type { LanguageCode } from '#shared/texts/languages.ts';
import type { HealthTopic } from '#shared/wire/health-api.ts';

import { cy } from './health-words-cy.ts';

/** The meaning of something that needs attention and what to do, a short form of docs/runbook.md. */
export interface Remedy {
  readonly means: string;
  readonly todo: string;
}

/** A scanner that reads and sends by a wrong clock needs another remedy than one that is silent. */
export type RemedyName = HealthTopic | 'clock';

/** The texts of the screen. Times, spans and sizes are passed in as text. */
export interface HealthWords {
  readonly intro: string;
  readonly asOf: (time: string) => string;
  readonly allWell: string;
  readonly attention: (count: number) => string;
  readonly states: Readonly<Record<'well' | 'attention' | 'unknown', string>>;
  readonly means: string;
  readonly todo: string;
  readonly more: (heading: string) => string;
  readonly topics: Readonly<Record<HealthTopic, string>>;
  readonly remedies: Readonly<Record<RemedyName, Remedy>>;
  readonly notKnown: string;
  readonly notReady: string;
  readonly written: (time: string) => string;
  readonly notWritten: string;
  readonly away: string;
  readonly free: (size: string) => string;
  readonly diskElsewhere: string;
  readonly noSource: string;
  readonly lastRead: (time: string) => string;
  readonly noRead: string;
  readonly heard: (time: string) => string;
  readonly silentSince: (time: string) => string;
  readonly unsent: (count: number) => string;
  readonly running: (since: string, release: string, viewers: number) => string;
  readonly serverClock: string;
  readonly pushed: (count: number, span: string) => string;
  readonly nothingPushed: string;
  readonly overloaded: (span: string) => string;
  readonly backedUp: (time: string, size: string) => string;
  readonly noBackupYet: string;
  readonly noBackupWanted: string;
  readonly alerted: (organisers: number, spectators: number) => string;
  readonly noOrganiserAlerted: string;
  readonly failedPushes: (count: number) => string;
  readonly refused: (count: number) => string;
  readonly file: string;
  readonly fileNote: string;
  readonly download: string;
  readonly old: string;
  readonly none: string;
}

const en: HealthWords = {
  intro: 'Whether all that the race runs on works, and what to do where it does not.',
  asOf: (time) => `As of ${time}. It is looked at anew every five seconds.`,
  allWell: 'Everything works.',
  attention: (count) =>
    count === 1 ? '1 thing needs attention.' : `${count} things need attention.`,
  states: { well: 'Well', attention: 'Needs attention', unknown: 'To know' },
  means: 'What it means:',
  todo: 'What to do:',
  more: (heading) => `More in docs/runbook.md under “${heading}”.`,
  topics: {
    database: 'Database',
    disk: 'Disk',
    sources: 'Scanner',
    instances: 'Web service',
    delay: 'From scan to page',
    backup: 'Backup',
    push: 'Alarms and notices',
    signIns: 'Sign-ins',
  },
  remedies: {
    database: {
      means:
        'What is shown may be old, or what is saved might not be kept. Scanners go on reading and keep their reads.',
      todo: 'Do what the sentence above says. If the database is away, wait half a minute, then bring its server back with its files. Never start an empty one in its place.',
    },
    disk: {
      means: 'When there is no room left nobody can save, and scanners keep their reads.',
      todo: 'Move old backups and other large files to another disk. Delete nothing in the folder of the database, nor the journals of the scanners.',
    },
    sources: {
      means:
        'The scanner stopped, has no way to the database, or its battery needs a hand. Reads that were not sent wait on its computer.',
      todo: 'Go to that computer; if the scanner ended, start it again with the same name; if it waits, look at the network. Do not delete its journal.',
    },
    clock: {
      means:
        'It reads and sends, and nothing is lost, but its times are wrong or those of another point, and so are results by them.',
      todo: 'Reads says by how much and moves them, also those to come. Leave the scanner running. If its clock is set right later, end the move at that moment.',
    },
    instances: {
      means:
        'A web service stopped without an end, or its clock is wrong. Its spectators go to another one, or keep what they have.',
      todo: 'If it was not meant to end, look on that computer what it said, and start it again. A clock takes its time from the network.',
    },
    delay: {
      means: 'The service has more to do than it can, and pages are behind the race.',
      todo: 'Take other work off that computer, and have WORKERS=auto set. Where the database is on another computer, compare the clocks of both.',
    },
    backup: {
      means:
        'Should this disk fail, what was entered since the last backup is gone with the database.',
      todo: 'Look whether the disk for backups is there and has room. Until it works, make one by hand: npm run backup -- FOLDER.',
    },
    push: {
      means: 'Alarms to organisers or notices to spectators were not taken by the push services.',
      todo: 'Look whether this computer has the internet. Watch Control and Missing meanwhile: all alarms stand there.',
    },
    signIns: {
      means: 'Somebody mistypes, or guesses passwords. Nobody who is signed in is affected.',
      todo: 'Ask the helpers who cannot get in, and give them a new password under Organisers. Do not disable an account that is guessed at.',
    },
  },
  notKnown: 'Not known while the database does not answer.',
  notReady: 'The race is still being read, or the service is about to end.',
  written: (time) => `It answers; the last write was taken at ${time}.`,
  notWritten: 'It takes no writes.',
  away: 'It cannot be reached.',
  free: (size) => `${size} free where the database keeps its files.`,
  diskElsewhere: 'Not measured: the database is on another computer, or keeps no files.',
  noSource: 'No scanner is running.',
  lastRead: (time) => `Last read at ${time}.`,
  noRead: 'It has read nothing yet.',
  heard: (time) => `Last heard at ${time}.`,
  silentSince: (time) => `Not heard since ${time}.`,
  unsent: (count) =>
    count === 0
      ? 'Nothing waits to be sent.'
      : count === 1
        ? '1 read waits to be sent.'
        : `${count} reads wait to be sent.`,
  running: (since, release, viewers) =>
    `Running since ${since}, release ${release}, ${viewers === 1 ? '1 spectator' : `${viewers} spectators`} connected.`,
  serverClock: 'The clock of this server is wrong.',
  pushed: (count, span) =>
    `${count === 1 ? '1 scan' : `${count} scans`} in the last five minutes; the slowest was on the pages after ${span}.`,
  nothingPushed: 'No scan in the last five minutes.',
  overloaded: (span) => `Pages are told only every ${span}.`,
  backedUp: (time, size) => `The last one is of ${time}, ${size}.`,
  noBackupYet: 'There is none yet: the first comes ten minutes after the start.',
  noBackupWanted: 'No automatic backups are made here: BACKUP_DIR is not set.',
  alerted: (organisers, spectators) =>
    `${organisers === 1 ? '1 browser' : `${organisers} browsers`} of organisers and ${spectators} of spectators are told.`,
  noOrganiserAlerted: 'No organiser is told of alarms: each can switch that on under Control.',
  failedPushes: (count) => `${count} were not delivered in the last five minutes.`,
  refused: (count) =>
    count === 0
      ? 'None was refused in the last five minutes.'
      : `${count} refused in the last five minutes.`,
  file: 'A file for a bug report',
  fileNote:
    'It holds releases, counts and figures. It has no names, telephone numbers, addresses or passwords.',
  download: 'Save the file',
  old: 'What is shown may be old.',
  none: 'The health cannot be shown.',
};

/** In each language of the public screens, so that the person who runs the service reads their own. */
export const HEALTH_WORDS: Readonly<Record<LanguageCode, HealthWords>> = { en, cy };

/** The heading in docs/runbook.md that says more. */
export const RUNBOOK_HEADINGS: Readonly<Record<RemedyName, string>> = {
  database: 'Redis is gone or fails over',
  disk: 'The disk is 90 % full',
  sources: 'A source is silent',
  clock: 'A clock is wrong',
  instances: 'An instance is gone',
  delay: 'The page says catching up',
  backup: 'No backup is made',
  push: 'Alarms do not arrive',
  signIns: 'Sign-ins fail',
};
