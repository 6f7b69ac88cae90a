import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLogger } from '#server/observe/logger.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { turnClocks } from '#tests/client/support/start-feed.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { buildField } from '#tests/support/live-field.ts';
import { openSession } from '#tests/support/open-session.ts';
import { redisAt } from '#tests/support/redis-at.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import { MatScanner } from './mat-scanner.ts';
import { Organiser } from './organiser.ts';
import { type Mat, type Target, type Web, WEBS } from './plan-faults.ts';
import { FIELD, type RacePlan } from './plan-race.ts';
import { PrivateRaceRedis } from './private-race-redis.ts';
import { compilePowerCut, RaceDisk } from './race-disk.ts';
import { Viewer } from './shown-race.ts';
import type { Strikable } from './strike.ts';
import { WebInstance } from './web-instance.ts';

const RACE_KEY = 'faults';
/** Shorter than the longest faults, so that silence is noticed and connections are replaced. */
const TIMING = {
  redisSilenceMs: 2_500,
  redisPingMs: 700,
  scannerAskMs: 1_000,
  progressMs: 50,
};

type Ending = () => void | Promise<void>;

/** A race of real processes: Redis, two instances, scanners of mats, organisers and viewers. */
export interface RaceSite {
  readonly redis: PrivateRaceRedis;
  /** Connected without a proxy. */
  readonly store: RaceStore;
  readonly webs: Readonly<Record<Web, WebInstance>>;
  readonly mats: Readonly<Record<Mat, MatScanner>>;
  readonly organisers: Readonly<Record<Web, Organiser>>;
  readonly viewers: readonly Viewer[];
  /** Adds a new viewer at each instance. */
  openFreshViewers(): void;
  readonly targets: Readonly<Record<Target, Strikable>>;
  stop(): Promise<void>;
}

type SiteOptions = Pick<RacePlan, 'disks'>;

/** Starts everything and waits until the viewers see the field. */
export async function startSite(options: SiteOptions): Promise<RaceSite> {
  const endings: Ending[] = [];
  const stop = async (): Promise<void> => {
    for (const ending of endings.splice(0).toReversed()) await ending();
  };
  try {
    return { ...(await assemble(endings, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(endings: Ending[], options: SiteOptions): Promise<Omit<RaceSite, 'stop'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'splitcast-faults-'));
  endings.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const library = options.disks ? await compilePowerCut() : undefined;
  const openDisk = (name: Mat | 'redis'): RaceDisk | undefined =>
    library === undefined ? undefined : new RaceDisk(join(dataDir, name), library);
  const disk = openDisk('redis');
  const redis = await PrivateRaceRedis.start(dataDir, disk);
  endings.push(() => redis.stop());
  const store = new RaceStore(redisAt(redis.url), RACE_KEY, createLogger('silent'));
  endings.push(() => store.close());
  await store.connect();
  await changeSettings(store, () => buildConfig(), 'faults');
  await store.replaceRunners(buildField(FIELD), { by: 'faults' });
  const timing = { SPLITCAST_TIMING: JSON.stringify(TIMING) };
  const settings = { ...timing, DATA_DIR: dataDir };
  const openProxy = async (): Promise<ProxiedRedis> => {
    const proxy = await redis.openProxy();
    endings.push(() => proxy.close());
    return proxy;
  };
  const startWeb = async (name: Web): Promise<WebInstance> => {
    const web = await WebInstance.start(name, await openProxy(), { raceKey: RACE_KEY, settings });
    endings.push(() => web.stop());
    return web;
  };
  const startMat = async (mat: Mat): Promise<MatScanner> => {
    const place = { dataDir, raceKey: RACE_KEY, settings };
    const scanner = new MatScanner(mat, place, await openProxy(), openDisk(mat));
    endings.push(() => scanner.stop());
    await scanner.startAgain();
    return scanner;
  };
  const webs = { 'web-1': await startWeb('web-1'), 'web-2': await startWeb('web-2') };
  const token = await openSession(store, 'boss@example.org', 'admin');
  const organisers = {
    'web-1': new Organiser(webs['web-1'].url, token),
    'web-2': new Organiser(webs['web-2'].url, token),
  };
  const mats = {
    'mat-1': await startMat('mat-1'),
    'mat-2': await startMat('mat-2'),
    'mat-3': await startMat('mat-3'),
  };
  const viewers: Viewer[] = [];
  const openViewers = (who: string): void => {
    const opened = WEBS.map((web) => new Viewer(`${who} viewer at ${web}`, webs[web].url));
    viewers.push(...opened);
    for (const viewer of opened) endings.push(() => viewer.stop());
    endings.push(turnClocks(opened.map(({ page }) => page)));
  };
  openViewers('the first');
  await eventually(async () => {
    const { version } = await store.readHead();
    for (const { view } of viewers) {
      if (view.head?.version !== version) throw new Error('A viewer does not see the field yet.');
    }
  });
  return {
    redis,
    store,
    webs,
    mats,
    organisers,
    viewers,
    openFreshViewers: () => openViewers('a fresh'),
    targets: { ...webs, ...mats, redis },
  };
}
