/** Names of keys and channels within a race. */
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
  /** By report id. */
  reports: 'reports',
  /** Entries of race control, by kind and subject. */
  control: 'control',
  /** Marshals' passes: entries of race control that imports and restores of backups leave as they are. */
  passes: 'passes',
  /** The ids of recorded taps of marshals' phones, and the numbers of taps of each pass. */
  taps: 'taps',
  sources: 'sources',
  changes: 'changes',
  audit: 'audit',
  assets: 'assets',
  organisers: 'organisers',
  sessions: 'sessions',
  backups: 'backups',
  /** Reports of running scanners, by source. */
  scanners: 'scanners',
  /** The readers that web services run, as one list. */
  readers: 'readers',
  /** By the change that made them. */
  publicCorrections: 'public-corrections',
  /** The VAPID keys of Web Push. */
  push: 'push',
  /** Spectators' subscriptions to Web Push. */
  subscriptions: 'subscriptions',
  /** The bytes of subscriptions of each network, and of `all`. */
  subscribers: 'subscribers',
  /** Organisers' browsers that get alarms by Web Push. */
  alarms: 'alarms',
  /** The matters of race control for which alarms were sent. */
  alarmed: 'alarmed',
  /** Written regularly to check that Redis takes writes. */
  probe: 'probe',
  /** Channel on which each change is published (FEED.md CF1). */
  changesChannel: 'changes',
  /** Channel on which other programs publish plain reads (FEED.md CF12). */
  scansChannel: 'scans',
  /** Channel on which the web instances share who is editing. */
  presenceChannel: 'presence',
} as const;

/** The hashes that an import or a restore replaces together, after a backup of them. */
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

export type RecordPart = (typeof RECORD_PARTS)[number];

/**
 * The hashes of a backup file. It leaves out sessions, the latest changes, the notes of scanners, push subscriptions, and
 * the backups in Redis.
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

/** The keys and channels of one race, `{RACE_KEY}:name`: the braces keep a race on one node of a Redis Cluster. */
export function createRaceKeys(raceKey: string) {
  const key = (name: string): string => `{${raceKey}}:${name}`;
  const named = Object.entries(NAMES).map(([part, name]) => [part, key(name)]);
  return {
    ...(Object.fromEntries(named) as Readonly<Record<keyof typeof NAMES, string>>),
    /** The subscriptions that follow a runner or a club. */
    followersOf: (followed: string) => key(`followers:${followed}`),
    /** The passings of an epoch already claimed for Web Push. */
    claimedOf: (epoch: string) => key(`claimed:${epoch}`),
    /** Exists for two seconds after an instance took an untimed read. */
    untimedOf: (read: string) => key(`untimed:${read}`),
    backupOf: (backupId: string, part: RecordPart) => key(`backup:${backupId}:${part}`),
    /** A hash staged by an import or a restore. */
    stagingOf: (stagingId: string, part: WholePart) => key(`staging:${stagingId}:${part}`),
  };
}
export type RaceKeys = Readonly<ReturnType<typeof createRaceKeys>>;

/** The field of {@link RaceKeys.sources} with the sequence number of the last stored read of a scanner's journal. */
export function markOf(source: string, session: string): string {
  return `${source}|${session}`;
}

/** The number of changes kept; a follower further behind loads everything again. */
export const CHANGES_KEPT = 2_000;
