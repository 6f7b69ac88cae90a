/** The Redis names of one race. Nothing else spells a key or a channel. */
export interface RaceKeys {
  readonly meta: string;
  readonly config: string;
  readonly runners: string;
  readonly bands: string;
  readonly scans: string;
  readonly dismissals: string;
  readonly corrections: string;
  /** What was reported of runners, by the id of the report. */
  readonly reports: string;
  /** What is written down at race control, by what it is about. */
  readonly control: string;
  /** Which taps of marshals' phones are in the record, by their ids, and how many each pass made. */
  readonly taps: string;
  readonly sources: string;
  readonly changes: string;
  readonly audit: string;
  readonly assets: string;
  readonly organisers: string;
  readonly sessions: string;
  readonly backups: string;
  /** Which scanners' clocks are wrong, as they tell it themselves. */
  readonly clocks: string;
  /** Which scanners are there, by their sources, as they tell it themselves. */
  readonly scanners: string;
  /** Which web instances there are, by ids of their own, as they tell it themselves. */
  readonly instances: string;
  /** Saves that were answered with success and lost, by runner. */
  readonly lostSaves: string;
  /** What was corrected in public, by the change that did it. */
  readonly publicCorrections: string;
  /** The keys that push services know the race by, and how much {@link subscriptions} hold. */
  readonly push: string;
  /** Where spectators are told of whom they follow, by Web Push. */
  readonly subscriptions: string;
  /** Of which passings they were told. */
  readonly told: string;
  /** Which organisers' browsers are told of alarms, by Web Push. */
  readonly alarms: string;
  /** Which matters of race control stood at the last look. */
  readonly alarmed: string;
  /** Those of the subscriptions that follow a runner or a club. */
  readonly followersOf: (whom: string) => string;
  /** Those who subscribed from a network. */
  readonly subscribersOf: (network: string) => string;
  /** Written to now and then to see whether Redis takes writes. */
  readonly probe: string;
  /** Channel on which each change is published (FEED.md CF1). */
  readonly changesChannel: string;
  /** Channel on which foreign scanners publish plain reads (FEED.md CF12). */
  readonly scansChannel: string;
  /** Channel on which the web instances tell each other who is editing; nothing of it is kept. */
  readonly presenceChannel: string;
  /** The hashes a backup keeps, under its own id. */
  readonly backupOf: (backupId: string, part: BackupPart) => string;
  /** Where an import or a restore collects records before they take the place of the present ones. */
  readonly stagingOf: (stagingId: string, part: WholePart) => string;
  /** What is put before the name of a key that is set apart since it is no hash. */
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

/** The hashes of a backup: what is replaced, and the settings as they were then. */
export const BACKUP_PARTS = [...RECORD_PARTS, 'config'] as const;
type BackupPart = (typeof BACKUP_PARTS)[number];

/**
 * All that a race is: what a backup file holds, and what a restore of one replaces. Sessions, the
 * latest changes and what scanners say of themselves begin anew elsewhere; spectators' browsers
 * subscribe again by themselves; of the backups within the record the file takes the place.
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

/** How many changes are kept for followers that fell behind; older ones load everything again. */
export const CHANGES_KEPT = 2_000;
