/** The Redis names of one race. Nothing else spells a key or a channel. */
export interface RaceKeys {
  readonly meta: string;
  readonly config: string;
  readonly runners: string;
  readonly bands: string;
  readonly scans: string;
  readonly dismissals: string;
  readonly corrections: string;
  /** Reports of runners, by report id. */
  readonly reports: string;
  /** Entries of race control, by kind and subject. */
  readonly control: string;
  /** The ids of recorded taps of marshals' phones, and how many each pass made. */
  readonly taps: string;
  readonly sources: string;
  readonly changes: string;
  readonly audit: string;
  readonly assets: string;
  readonly organisers: string;
  readonly sessions: string;
  readonly backups: string;
  /** Scanners whose clocks are wrong, as they report it. */
  readonly clocks: string;
  /** Running scanners by source, as they report it. */
  readonly scanners: string;
  /** Running web instances by their own ids, as they report it. */
  readonly instances: string;
  /** The last backup that got into the store of BACKUP_TO. */
  readonly stored: string;
  /** Saves that were answered with success and lost, by runner. */
  readonly lostSaves: string;
  /** Public corrections, by the change that made them. */
  readonly publicCorrections: string;
  /** The keys that push services know the race by, and the size of {@link subscriptions}. */
  readonly push: string;
  /** Spectators' subscriptions to Web Push. */
  readonly subscriptions: string;
  /** The passings that were claimed for Web Push. */
  readonly told: string;
  /** Organisers' browsers that get alarms by Web Push. */
  readonly alarms: string;
  /** The matters of race control at the last look. */
  readonly alarmed: string;
  /** The subscriptions that follow a runner or a club. */
  readonly followersOf: (whom: string) => string;
  /** The subscriptions from a network. */
  readonly subscribersOf: (network: string) => string;
  /** Written regularly to check that Redis takes writes. */
  readonly probe: string;
  /** Channel on which each change is published (FEED.md CF1). */
  readonly changesChannel: string;
  /** Channel on which other programs publish plain reads (FEED.md CF12). */
  readonly scansChannel: string;
  /** Channel on which the web instances tell each other who is editing; nothing on it is kept. */
  readonly presenceChannel: string;
  /** The hashes of a backup, under its own id. */
  readonly backupOf: (backupId: string, part: BackupPart) => string;
  /** Where an import or a restore stages records before they replace the present ones. */
  readonly stagingOf: (stagingId: string, part: WholePart) => string;
  /** The prefix of a key that is set apart because it is no hash. */
  readonly setApart: string;
}

/** The hashes that an import or a restore replaces as one. */
export const RECORD_PARTS = [
  'runners',
  'bands',
  'scans',
  'dismissals',
  'corrections',
  'reports',
  'control',
  'publicCorrections',
] as const;
export type RecordPart = (typeof RECORD_PARTS)[number];

/** The hashes of a backup: the replaced ones, and the settings of that time. */
export const BACKUP_PARTS = [...RECORD_PARTS, 'config'] as const;
type BackupPart = (typeof BACKUP_PARTS)[number];

/**
 * The whole race: the content of a backup file, which a restore replaces. Sessions, the latest changes and the notes of
 * scanners begin anew elsewhere; spectators' browsers subscribe again by themselves; the file stands for the backups
 * within the record.
 */
export const WHOLE_PARTS = [
  'meta',
  'config',
  ...RECORD_PARTS,
  'taps',
  'sources',
  'audit',
  'assets',
  'organisers',
  'lostSaves',
] as const;
export type WholePart = (typeof WHOLE_PARTS)[number];

/** `{RACE_KEY}:name`: the braces keep one race on one node of a Redis Cluster. */
export function createRaceKeys(raceKey: string): RaceKeys {
  const key = (name: string): string => `{${raceKey}}:${name}`;
  return {
    meta: key('meta'),
    config: key('config'),
    runners: key('runners'),
    bands: key('bands'),
    scans: key('scans'),
    dismissals: key('dismissals'),
    corrections: key('corrections'),
    reports: key('reports'),
    control: key('control'),
    taps: key('taps'),
    sources: key('sources'),
    changes: key('changes'),
    audit: key('audit'),
    assets: key('assets'),
    organisers: key('organisers'),
    sessions: key('sessions'),
    backups: key('backups'),
    clocks: key('clocks'),
    scanners: key('scanners'),
    instances: key('instances'),
    stored: key('stored'),
    lostSaves: key('lost-saves'),
    publicCorrections: key('public-corrections'),
    push: key('push'),
    subscriptions: key('subscriptions'),
    told: key('told'),
    alarms: key('alarms'),
    alarmed: key('alarmed'),
    followersOf: (whom) => key(`followers:${whom}`),
    subscribersOf: (network) => key(`subscribers:${network}`),
    probe: key('probe'),
    changesChannel: key('changes'),
    scansChannel: key('scans'),
    presenceChannel: key('presence'),
    backupOf: (backupId, part) => key(`backup:${backupId}:${part}`),
    stagingOf: (stagingId, part) => key(`staging:${stagingId}:${part}`),
    setApart: key('set-apart:'),
  };
}

/** The field of {@link RaceKeys.sources} that says up to which read of a scanner's journal everything is stored. */
export function markOf(source: string, session: string): string {
  return `${source}|${session}`;
}

/** Changes kept for followers that fell behind; older ones load everything again. */
export const CHANGES_KEPT = 2_000;
