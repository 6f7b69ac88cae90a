import { basename, dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { parseServerConfig, type ServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/read-setting.ts';
import { MappingError } from '#server/features/import/parse-mapping.ts';
import { describeConfigChanges, saveConfig } from '#server/features/settings/save-config.ts';
import { DistanceGoneError } from '#server/store/config-record.ts';
import { TooManyChipsError } from '#server/store/chip-table.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { MoreScansError, StaleStagingError } from '#server/store/replace-record.ts';
import { decideChips, describeChipsSaved } from '#server/race/decide.ts';
import { changeRace } from '#server/race/change-race.ts';
import { parseRaceChips } from '#shared/model/chip-table.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { PUBLISH_OPTIONS, readPublishOrder, runPublish } from './archive/publish-race.ts';
import {
  type AnswerAtOnce,
  answerAtOnce,
  CommandError,
  readGivenJson,
  readGivenText,
  runToStatus,
  tellFaults,
  withStore,
} from './command.ts';
import { BackupFolder } from './backup-folder.ts';
import { exportRace } from './export-race.ts';
import { MAPPING_OPTIONS, readTypedMapping } from './import-mapping.ts';
import { BACKUP_DAYS, runBackup, runListBackups, runRestore } from './race-backup.ts';
import { runForget } from './race-forget.ts';
import { runImport } from './race-import.ts';
import { describeMistake, USAGE } from './race-usage.ts';
import { describeSetup, settleSetup, setupOf } from '#server/race/settle-setup.ts';
import { parseRaceSetup, writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import { escapeText } from '#shared/model/text-rules.ts';

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
  const expected = [
    MoreScansError,
    TooManyChipsError,
    MappingError,
    StaleStagingError,
    DistanceGoneError,
  ];
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

/** Throws a `CommandError` when no folder is named. */
function openBackupFolder(path: string | undefined): BackupFolder {
  if (path !== undefined) return new BackupFolder(path);
  throw new CommandError(
    'Name a folder: npm run backup -- /media/stick. BACKUP_DIR names one for good.',
  );
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
  if (command === 'chips' && rest.length === 0) {
    return (store, _config, stdout) => runChips(store, file, stdout);
  }
  const [keep, days] = [Number(values.keep), Number(values.days)];
  if (command === 'backup' && rest.length === 0 && [keep, days].every(isPositive)) {
    const { list, 'if-changed': ifChanged } = values;
    return (store, { backupDir }) => {
      const folder = openBackupFolder(file ?? backupDir);
      return list
        ? runListBackups(store, folder)
        : runBackup(store, folder, { keep, days, ifChanged });
    };
  }
  if (command === 'restore' && file !== undefined && rest.length === 0) {
    const { check, replace } = values;
    const folder = new BackupFolder(dirname(file));
    return (store) => runRestore(store, folder, basename(file), { check, replace });
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

/** `race config FILE`: returns the exit status. */
async function runConfig(store: RaceStore, path: string): Promise<number> {
  const saved = await saveConfig(store, await readGivenJson(path), 'command line');
  if (!saved.ok) {
    return tellFaults(
      path,
      saved.error.errors.map(({ field, message }) => ({ path: field, message })),
    );
  }
  const changes = describeConfigChanges(saved.value.before, saved.value.config);
  console.log(changes.length === 0 ? 'The settings are so already.' : changes.join('\n'));
  return 0;
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

async function runClearSubscriptions(
  store: RaceStore,
  _config: ServerConfig,
  stdout: Writable,
): Promise<number> {
  const count = (await store.push.sweep(() => true)) + (await store.alarms.clear());
  stdout.write(`Subscriptions forgotten: ${count}\n`);
  return 0;
}

/** `race chips [FILE]`: saves the chip table of the file, or prints that of the race; returns the exit status. */
async function runChips(
  store: RaceStore,
  path: string | undefined,
  stdout: Writable,
): Promise<number> {
  if (path === undefined) {
    const { chips } = await store.readRecord();
    stdout.write(`code,band\n${Array.from(chips, (chip) => `${chip.join(',')}\n`).join('')}`);
    return 0;
  }
  const parsed = parseRaceChips(await readGivenText(path));
  if (!parsed.ok) {
    console.error(`${path}: ${parsed.error.join('; ')}. Nothing was changed.`);
    return 1;
  }
  const chips = Object.fromEntries(parsed.value);
  const { version } = await changeRace({ store }, (race) =>
    decideChips(race, chips, 'command line'),
  );
  console.log(describeChipsSaved(parsed.value.size, version !== undefined));
  return 0;
}

/** `race setup [FILE]`: prints the document of the race, or saves that of the file; returns the exit status. */
async function runSetup(
  store: RaceStore,
  path: string | undefined,
  stdout: Writable,
): Promise<number> {
  if (path === undefined) {
    const setup = setupOf(await store.readConfig());
    const reading = parseRaceSetup(setup);
    // Parsed, its fields are in the order in which people look for them.
    stdout.write(`${JSON.stringify(reading.ok ? reading.value : setup, null, 2)}\n`);
    return 0;
  }
  const reading = parseRaceSetup(await readGivenText(path));
  if (!reading.ok) return tellFaults(path, reading.error);
  const text = writeRaceSetup(reading.value);
  const saved = await store.saveConfig(
    (current) =>
      writeRaceSetup(setupOf(current)) === text ? undefined : settleSetup(current, reading.value),
    'command line',
  );
  console.log(
    saved
      ? `The race is now: ${escapeText(describeSetup(text))}.`
      : 'The race is set up so already.',
  );
  return 0;
}
