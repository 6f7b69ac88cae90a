import { basename, dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseServerConfig, type ServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/read-setting.ts';
import { saveConfig } from '#server/features/settings/save-config.ts';
import { planConfig } from '#server/race/change-config.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { decideChips, describeChipsSaved } from '#server/race/decide.ts';
import { changeRace } from '#server/race/change-race.ts';
import { parseRaceChips } from '#shared/model/chip-table.ts';
import { runPublish } from './archive/publish-race.ts';
import { type CommandShape, readGivenJson, runProgram, printFaults, withStore } from './command.ts';
import { BackupFolder } from './backup-folder.ts';
import { exportRace } from './export-race.ts';
import { runBackup, runRestore } from './race-backup.ts';
import { runForget } from './race-forget.ts';
import { runImport } from './race-import.ts';
import { USAGE } from './race-usage.ts';
import { describeSetup, applySetup, setupOf } from '#server/race/apply-setup.ts';
import { parseRaceSetup, writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import { CommandError, readGivenText } from '#server/system/command-error.ts';
import { escapeText } from '#shared/model/text-rules.ts';

const OPTIONS = {
  yes: { type: 'boolean', short: 'y' },
  merge: { type: 'boolean' },
  'if-changed': { type: 'boolean' },
  check: { type: 'boolean' },
  replace: { type: 'string' },
  archive: { type: 'string' },
} as const;

type Values = Parameters<NonNullable<RaceCommand['isRight']>>[1];

/** What a command works on. */
interface Scene {
  readonly store: RaceStore;
  readonly config: ServerConfig;
  readonly stdout: Writable;
  /** The folder of the built page. */
  readonly pageRoot: string;
  /** The word after the command, mostly a file; empty without one. */
  readonly file: string;
  readonly values: Values;
}

interface RaceCommand extends CommandShape<typeof OPTIONS> {
  /** Returns the exit status. */
  readonly run: (scene: Scene) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, RaceCommand>> = {
  import: {
    words: [1, 1],
    takes: 'one file',
    options: ['yes', 'merge'],
    run: ({ store, file, values: { yes = false, merge: isMerge = false } }) =>
      runImport(store, file, { yes, isMerge }),
  },
  config: { words: [1, 1], takes: 'one file', run: runConfig },
  setup: { words: [0, 1], takes: 'one file, or none', run: runSetup },
  chips: { words: [1, 1], takes: 'one file', run: runChips },
  export: {
    words: [0, 0],
    takes: 'no file: send its output to one with "> race.json"',
    run: runExport,
  },
  backup: {
    words: [0, 1],
    takes: 'one folder',
    options: ['if-changed'],
    run: ({ store, config, file, values: { 'if-changed': ifChanged = false } }) =>
      runBackup(store, openBackupFolder(file || config.backupDir), { ifChanged }),
  },
  restore: {
    words: [1, 1],
    takes: 'one file',
    options: ['check', 'replace'],
    run: ({ store, file, values: { check = false, replace } }) =>
      runRestore(store, new BackupFolder(dirname(file)), basename(file), { check, replace }),
  },
  forget: {
    words: [1, 1],
    takes: 'one bib',
    run: ({ store, config, file }) => runForget(store, file, config),
  },
  publish: {
    words: [0, 1],
    takes: 'one folder, or --archive and a name',
    options: ['archive'],
    isRight: (words, { archive }) => (words.length === 0) === (archive !== undefined),
    run: ({ store, config, file: folder, pageRoot, values: { archive } }) =>
      runPublish(store, config, { folder, archive, pageRoot }),
  },
  'clear-subscriptions': { words: [0, 0], takes: 'nothing', run: runClearSubscriptions },
};

/** `npm run race`: returns the exit status. */
export async function runRaceCommand(
  args: readonly string[],
  stdout: Writable = process.stdout,
  pageRoot = '',
): Promise<number> {
  const program = { usage: USAGE, options: OPTIONS, commands: COMMANDS };
  return runProgram(args, program, (command, [file = ''], values) => {
    const config = parseServerConfig(readEnv());
    return withStore(config, (store) =>
      command.run({ store, config, stdout, pageRoot, file, values }),
    );
  });
}

/** Throws a {@link CommandError} when no folder is named. */
function openBackupFolder(path: string | undefined): BackupFolder {
  if (path !== undefined) return new BackupFolder(path);
  throw new CommandError(
    'Name a folder: npm run backup -- /media/stick. BACKUP_DIR names one for good.',
  );
}

async function runConfig({ store, file: path }: Scene): Promise<number> {
  const saved = await saveConfig({ store }, await readGivenJson(path), 'command line');
  if (!saved.ok) {
    return printFaults(
      path,
      saved.error.errors.map(({ field, message }) => ({ path: field, message })),
    );
  }
  console.log('Saved.');
  return 0;
}

async function runExport({ store, stdout }: Scene): Promise<number> {
  const record = await store.readRecord();
  await pipeline(Readable.from(exportRace(record)), stdout, { end: false });
  return 0;
}

async function runClearSubscriptions({ store, stdout }: Scene): Promise<number> {
  const count = (await store.push.sweep(() => true)) + (await store.alarms.clear());
  stdout.write(`Subscriptions forgotten: ${count}\n`);
  return 0;
}

/** Saves the chip table of the file. */
async function runChips({ store, file: path }: Scene): Promise<number> {
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

/** Saves the setup in the file, or prints that of the race. */
async function runSetup({ store, file: path, stdout }: Scene): Promise<number> {
  if (path === '') {
    const setup = setupOf(await store.readConfig());
    const reading = parseRaceSetup(setup);
    // Parsed, its fields are in the order in which people look for them.
    stdout.write(`${JSON.stringify(reading.ok ? reading.value : setup, null, 2)}\n`);
    return 0;
  }
  const reading = parseRaceSetup(await readGivenText(path));
  if (!reading.ok) return printFaults(path, reading.error);
  const text = writeRaceSetup(reading.value);
  const { version } = await changeRace({ store }, (race) => {
    const { config } = race;
    if (writeRaceSetup(setupOf(config)) === text) return { answer: undefined };
    const plan = planConfig(race, applySetup(config, reading.value), 'command line');
    return { answer: undefined, plan };
  });
  console.log(
    version !== undefined
      ? `The race is now: ${escapeText(describeSetup(text))}.`
      : 'The race is set up so already.',
  );
  return 0;
}
