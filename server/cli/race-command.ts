import { basename, dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { parseServerConfig, type ServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/env.ts';
import { MappingError } from '#server/features/import/parse-mapping.ts';
import { describeConfigChanges, saveConfig } from '#server/features/settings/save-config.ts';
import { DistanceGoneError } from '#server/store/commit.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { MoreScansError, StaleStagingError } from '#server/store/replace-record.ts';
import { coursesOf, USUAL_COURSES } from '#shared/model/courses.ts';
import { BYTE_ENCODINGS } from '#shared/wire/import-mapping.ts';
import { SETTING_NAMES } from '#shared/model/settings.ts';
import { escapeText, quoteGiven } from '#shared/model/text-rules.ts';

import { PUBLISH_OPTIONS, readPublishOrder, runPublish } from './archive/publish-race.ts';
import {
  type AnswerAtOnce,
  answerAtOnce,
  CommandError,
  readGivenFile,
  runToStatus,
  withStore,
} from './command.ts';
import { withPlace } from './backup-place.ts';
import { exportRace } from './export-race.ts';
import { MAPPING_OPTIONS, readTypedMapping } from './import-mapping.ts';
import { BACKUP_DAYS, runInPlaces, runRestore } from './race-backup.ts';
import { runForget } from './race-forget.ts';
import { runImport } from './race-import.ts';
import { runSetup } from './race-setup.ts';

const CODES = USUAL_COURSES.events.join('|');
const USAGE = `Usage: npm run race -- COMMAND

  import RUNNERS.csv [--merge] [--yes] [HOW]
                               Put the runners of the file in the place of all runners and scans.
                               The old ones are kept as a backup. If there are scans, or wristbands
                               that are handed out would be wiped, it asks first on a terminal;
                               with --yes, or without a terminal, it goes on.
                               With --merge the runners are added to those there are, by bib, else by
                               name and date of birth; scans and bands that are handed out stay.
                               One bad line and nothing is changed.
  config CONFIG.json           Save settings, such as {"pageTitle":"…","raceStart":"2026-06-20-10-00-00"}.
                               Settings that are absent stay as they are.
  setup [FILE.json]            Save the setup of the race: its points, courses, distances, waves, categories,
                               prizes and teams. Without a file write it to standard output.
  export                       Write everything as JSON to standard output:
                               settings, runners, scans and results.
  backup [PLACE] [--keep N] [--days N] [--if-changed | --list]
                               Write the whole race, accounts and pictures too, to one file in PLACE,
                               as it stands at one moment: a folder, or s3://BUCKET/PREFIX. Without it
                               BACKUP_DIR and BACKUP_TO. The newest 48 of this race stay there, none
                               older than 30 days but the newest. With --list say which there are.
  restore FILE [--check] [--replace RACE_KEY]
                               Put the race of such a file, also s3://BUCKET/PREFIX/FILE, into an empty
                               one: all of it or nothing. With --check look whether the file is whole, and
                               change nothing. With --replace and its name the race that is there gives
                               way, after a backup of it.
  forget BIB                   Take a person out of the record for good, by the bib or the id: names,
                               telephone, contacts, birth date and notes, in the log and the backups
                               within Redis too. The result stays, under the bib alone. It says what is
                               left elsewhere.
  publish FOLDER | --archive NAME [--provisional]
                               Write the official results, or provisional ones, as web pages for any web
                               server or a stick. With --archive the service shows them at /races/NAME/.
  redis-url                    Write the address of the Redis with its password to standard output,
                               for a program that publishes reads itself.
  clear-subscriptions          Forget everybody who wants to be told by Web Push. Who still does
                               says so anew by opening the page.

Columns of RUNNERS.csv: firstName, lastName and event are needed; raceNumber (the wristband),
bibNumber, ageGroup, runClub, overrideTime, mobileNumber and private (yes or no) may be there.
fullName serves for both names; without ageGroup it follows from sex and birthDate or age.
HOW says how a file is read whose own words do not tell, each as often as needed:
  --encoding ${BYTE_ENCODINGS.slice(0, 4).join('|')}|…
                               how its letters are written; the error lists those that fit
  --column "HEADER=FIELD"      what a column is, such as "Race number=bibNumber"; "Notes=" for nothing
  --event "VALUE=${CODES}"     what event a value means   --all-event ${CODES}   for a file without a column
  --category "VALUE=M40"       what age category a value means, "M45=" for none
  --other-categories empty|worked-out
                               what becomes of all other categories that are not known
${wrap(`Settings: ${SETTING_NAMES.join(', ')}.`)}`;

type Task = (
  store: RaceStore,
  config: ServerConfig,
  stdout: Writable,
  pageRoot: string,
) => Promise<number>;

/** `npm run race`: returns the exit status. `pageRoot` is where the built page lies. */
export async function runRaceCommand(
  args: readonly string[],
  stdout: Writable = process.stdout,
  pageRoot = '',
): Promise<number> {
  const expected = [MoreScansError, MappingError, StaleStagingError, DistanceGoneError];
  const options = { usage: USAGE, expected };
  return runToStatus(async () => {
    const task = parseCommand(args);
    if (typeof task !== 'function') return answerAtOnce(task);
    const config = parseServerConfig(readEnv());
    return withStore(config, (store) => task(store, config, stdout, pageRoot));
  }, options);
}

/** Whether there is something to do on the record. Throws what `parseArgs` does. */
export function isRaceTask(args: readonly string[]): boolean {
  return typeof parseCommand(args) === 'function';
}

/** What to do on the record, or what to answer when there is nothing to do. */
function parseCommand(args: readonly string[]): Task | AnswerAtOnce {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      yes: { type: 'boolean', short: 'y' },
      merge: { type: 'boolean' },
      keep: { type: 'string', default: '48' },
      days: { type: 'string', default: String(BACKUP_DAYS) },
      'if-changed': { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      replace: { type: 'string' },
      ...MAPPING_OPTIONS,
      ...PUBLISH_OPTIONS,
    },
  });
  if (values.help) return { help: USAGE };
  const [command, file, ...rest] = positionals;
  const { yes = false, merge: isMerge = false } = values;
  if (command === 'import' && file !== undefined && rest.length === 0) {
    return async (store) => {
      const mapping = readTypedMapping(values, coursesOf(await store.readConfig()));
      return runImport(store, file, { yes, isMerge, mapping });
    };
  }
  if (command === 'config' && file !== undefined && rest.length === 0) {
    return (store) => runConfig(store, file);
  }
  const [keep, days] = [Number(values.keep), Number(values.days)];
  if (command === 'backup' && rest.length === 0 && [keep, days].every(isPositive)) {
    const { list, 'if-changed': ifChanged } = values;
    return (store, config) =>
      runInPlaces(store, config, file, list ? undefined : { keep, days, ifChanged });
  }
  if (command === 'restore' && file !== undefined && rest.length === 0) {
    const { check, replace } = values;
    return (store, config) =>
      withPlace(dirname(file), config, (place) =>
        runRestore(store, place, basename(file), { check, replace }),
      );
  }
  if (command === 'forget' && file !== undefined && rest.length === 0) {
    return (store, config) => runForget(store, file, config);
  }
  if (command === 'setup' && rest.length === 0) {
    return (store, _config, stdout) => runSetup(store, file, stdout);
  }
  const publish = command === 'publish' && rest.length === 0 && readPublishOrder(file, values);
  if (publish) return (store, config, _out, root) => runPublish(store, config, publish, root);
  if (command === 'export' && file === undefined) return runExport;
  if (command === 'redis-url' && file === undefined) return runRedisUrl;
  if (command === 'clear-subscriptions' && file === undefined) return runClearSubscriptions;
  return { mistake: describeMistake(command) };
}

function isPositive(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0;
}

function describeMistake(command: string | undefined): string {
  switch (command) {
    case 'import':
    case 'config':
    case 'restore':
      return `${command} needs one file.\n\n${USAGE}`;
    case 'setup':
      return `setup takes one file, or none.\n\n${USAGE}`;
    case 'export':
      return `export takes no file: send its output to one with "> race.json".\n\n${USAGE}`;
    case 'forget':
      return `forget needs one bib.\n\n${USAGE}`;
    case 'backup':
      return `backup takes one place, and whole numbers above 0 for --keep and --days.\n\n${USAGE}`;
    case 'publish':
      return `publish takes one folder, or --archive and a name.\n\n${USAGE}`;
    case 'redis-url':
    case 'clear-subscriptions':
      return `${command} takes nothing behind it.\n\n${USAGE}`;
    case undefined:
      return USAGE;
    default:
      return `There is no command ${quoteGiven(command)}.\n\n${USAGE}`;
  }
}

/** `race config FILE`: returns the exit status. */
async function runConfig(store: RaceStore, path: string): Promise<number> {
  const input = parseJson(path, new TextDecoder().decode(await readGivenFile(path)));
  const saved = await saveConfig(store, input, 'command line');
  if (!saved.ok) {
    const { errors } = saved.error;
    const count = errors.length;
    console.error(`${count} ${count === 1 ? 'fault' : 'faults'}. Nothing was changed.`);
    for (const { field, message } of errors) {
      console.error(`${escapeText(field) || path}: ${message}`);
    }
    return 1;
  }
  const changes = describeConfigChanges(saved.value.before, saved.value.config);
  console.log(changes.length === 0 ? 'The settings are so already.' : changes.join('\n'));
  return 0;
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(`${path} is not JSON: ${escapeText(error.message)}`, { cause: error });
  }
}

async function runExport(
  store: RaceStore,
  _config: ServerConfig,
  stdout: Writable,
): Promise<number> {
  const record = await store.readRecord();
  await pipeline(Readable.from(exportRace(record)), stdout, { end: false });
  return 0;
}

async function runRedisUrl(
  _store: RaceStore,
  { redisUrl }: ServerConfig,
  stdout: Writable,
): Promise<number> {
  stdout.write(`${redisUrl}\n`);
  return 0;
}

/** Breaks a sentence into the lines of a terminal. */
function wrap(sentence: string): string {
  return sentence.replaceAll(/(.{1,96})(?: |$)/g, '$1\n').trimEnd();
}

async function runClearSubscriptions(
  store: RaceStore,
  _config: ServerConfig,
  stdout: Writable,
): Promise<number> {
  const count = (await store.push.sweep(() => true)) + (await store.alarms.clear());
  stdout.write(`Subscriptions forgotten: ${count}\n`);
  return 0;
}
