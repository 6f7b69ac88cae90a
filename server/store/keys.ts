/** The names within a race. */
const NAMES = {
  meta: 'meta',
  config: 'config',
  runners: 'runners',
  bands: 'bands',
  scans: 'scans',
  /** The wristband of each chip with another code (RULES.md SC1). */
  chips: 'chips',
  dismissals: 'dismissals',
  corrections: 'corrections',
  /** Reports of runners, by report id. */
  reports: 'reports',
  /** Entries of race control, by kind and subject. */
  control: 'control',
  /** Marshals' passes, which are entries of race control too; no import or restore touches them. */
  passes: 'passes',
  /** The ids of recorded taps of marshals' phones, and how many each pass made. */
  taps: 'taps',
  sources: 'sources',
  changes: 'changes',
  audit: 'audit',
  assets: 'assets',
  organisers: 'organisers',
  sessions: 'sessions',
  backups: 'backups',
  /** Running scanners by source, as they report it. */
  scanners: 'scanners',
  /** The readers that services run, as one list. */
  readers: 'readers',
  /** Running web instances by place, as they report it. */
  instances: 'instances',
  /** Public corrections, by the change that made them. */
  publicCorrections: 'public-corrections',
  /** The keys that push services know the race by. */
  push: 'push',
  /** Spectators' subscriptions to Web Push. */
  subscriptions: 'subscriptions',
  /** How much of the room each network has for subscriptions, and `all` of them. */
  subscribers: 'subscribers',
  /** Organisers' browsers that get alarms by Web Push. */
  alarms: 'alarms',
  /** The matters of race control at the last look. */
  alarmed: 'alarmed',
  /** Written regularly to check that Redis takes writes. */
  probe: 'probe',
  /** Channel on which each change is published (FEED.md CF1). */
  changesChannel: 'changes',
  /** Channel on which other programs publish plain reads (FEED.md CF12). */
  scansChannel: 'scans',
  /** Channel on which the web instances share who is editing; nothing on it is kept. */
  presenceChannel: 'presence',
} as const;

/** The Redis names of one race. Nothing else spells a key or a channel. */
export interface RaceKeys extends Readonly<Record<keyof typeof NAMES, string>> {
  /** The subscriptions that follow a runner or a club. */
  readonly followersOf: (whom: string) => string;
  /** The passings of an epoch that were claimed for Web Push. */
  readonly claimedOf: (epoch: string) => string;
  /** Marks for two seconds that an instance took an untimed read. */
  readonly untimedOf: (read: string) => string;
  /** The hashes of a backup, under its own id. */
  readonly backupOf: (backupId: string, part: BackupPart) => string;
  /** Where an import or a restore stages records before they replace the present ones. */
  readonly stagingOf: (stagingId: string, part: WholePart) => string;
}

/** The hashes that an import or a restore replaces as one. */
export const RECORD_PARTS = [
  'runners',
  'bands',
  'scans',
  'chips',
  'dismissals',
  'corrections',
  'reports',
  'control',
  'publicCorrections',
] as const;

/** The hashes of a backup: the replaced ones, and the settings of that time. */
export const BACKUP_PARTS = [...RECORD_PARTS, 'config'] as const;
export type BackupPart = (typeof BACKUP_PARTS)[number];

/**
 * The whole race: the content of a backup file, which a restore replaces. Sessions, the latest changes and the notes of
 * scanners start empty elsewhere; spectators' browsers subscribe again; the file replaces the backups within the record.
 */
export const WHOLE_PARTS = [
  'meta',
  'config',
  ...RECORD_PARTS,
  'passes',
  'taps',
  'sources',
  'audit',
  'assets',
  'organisers',
] as const;
export type WholePart = (typeof WHOLE_PARTS)[number];

/** `{RACE_KEY}:name`: the braces keep one race on one node of a Redis Cluster. */
export function createRaceKeys(raceKey: string): RaceKeys {
  const key = (name: string): string => `{${raceKey}}:${name}`;
  const named = Object.entries(NAMES).map(([part, name]) => [part, key(name)]);
  return {
    ...(Object.fromEntries(named) as Record<keyof typeof NAMES, string>),
    followersOf: (whom) => key(`followers:${whom}`),
    claimedOf: (epoch) => key(`claimed:${epoch}`),
    untimedOf: (read) => key(`untimed:${read}`),
    backupOf: (backupId, part) => key(`backup:${backupId}:${part}`),
    stagingOf: (stagingId, part) => key(`staging:${stagingId}:${part}`),
  };
}

/** The field of {@link RaceKeys.sources} with the last stored read of a scanner's journal. */
export function markOf(source: string, session: string): string {
  return `${source}|${session}`;
}

/** Changes kept for followers that fell behind; older ones load everything again. */
export const CHANGES_KEPT = 2_000;
