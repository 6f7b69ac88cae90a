import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLogger } from '#server/observe/logger.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import type { NewPassBody, NewPassReply } from '#shared/wire/marshal-api.ts';
import { turnClocks } from '#tests/client/support/start-feed.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { buildField } from '#tests/support/live-field.ts';
import { openSession } from '#tests/support/open-session.ts';
import { redisAt } from '#tests/support/redis-at.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import { ask } from './ask.ts';
import { MarshalPhone } from './marshal-phone.ts';
import { MatScanner } from './mat-scanner.ts';
import { Organiser } from './organiser.ts';
import { type Mat, type Web, WEBS } from './plan-faults.ts';
import { FIELD, type RacePlan } from './plan-work.ts';
import { PrivateRaceRedis } from './private-race-redis.ts';
import { compilePowerCut, RaceDisk } from './race-disk.ts';
import { type RaceRedis, startLoneRedis } from './race-redis.ts';
import { RedisTrio } from './redis-trio.ts';
import { Viewer } from './shown-race.ts';
import type { Strikable } from './strike.ts';
import { WebInstance } from './web-instance.ts';

const RACE_KEY = 'faults';
/** Some faults last longer, so that silence is noticed and connections are given up. */
const TIMING = {
  redisSilenceMs: 2_500,
  redisPingMs: 700,
  scannerStallMs: 5_000,
  scannerAskMs: 1_000,
  progressMs: 50,
};

type Ending = () => void | Promise<void>;

/** A whole race of real processes: a Redis that loses nothing, or has copies, two instances, mats, organisers and viewers. */
export interface RaceSite {
  readonly redis: RaceRedis;
  /** Past all proxies. */
  readonly store: RaceStore;
  readonly webs: Readonly<Record<Web, WebInstance>>;
  /** Of the second one. */
  readonly workers: number;
  readonly mats: ReadonlyMap<Mat, MatScanner>;
  readonly organisers: Readonly<Record<Web, Organiser>>;
  readonly phones: Readonly<Record<Web, MarshalPhone>>;
  /** Of the field, in its order. */
  readonly bibs: readonly string[];
  readonly viewers: readonly Viewer[];
  /** Those that may lose power; none unless it is about disks. */
  readonly disks: readonly RaceDisk[];
  /** Adds a viewer at each instance, who has seen nothing of the race before. */
  openFreshViewers(): void;
  find(target: Web | Mat): Strikable;
  stop(): Promise<void>;
}

type SiteOptions = Pick<RacePlan, 'copies' | 'disks' | 'mats' | 'wait' | 'workers'>;

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
  const disks: RaceDisk[] = [];
  const openDisk = (name: Mat | 'redis'): RaceDisk | undefined => {
    const disk = library === undefined ? undefined : new RaceDisk(join(dataDir, name), library);
    if (disk) disks.push(disk);
    return disk;
  };
  const redis = await startRaceRedis(options, openDisk('redis'));
  endings.push(() => redis.stop());
  const store = new RaceStore(redisAt(redis.url, redis.settings), RACE_KEY, createLogger('silent'));
  endings.push(() => store.close());
  await store.connect();
  await store.saveConfig(() => buildConfig(), 'faults');
  const field = buildField(FIELD);
  await store.replaceRunners(field, { by: 'faults' });
  const timing = { SPLITCAST_TIMING: JSON.stringify(TIMING) };
  const settings = { ...redis.settings, ...timing, DATA_DIR: dataDir };
  const proxies = new Map<Web | Mat, ProxiedRedis>();
  for (const name of [...WEBS, ...options.mats]) {
    const proxy = await redis.openProxy();
    endings.push(() => proxy.close());
    proxies.set(name, proxy);
  }
  const proxyOf = (name: Web | Mat): ProxiedRedis => proxies.get(name) as ProxiedRedis;
  const startInstance = async (name: Web): Promise<WebInstance> => {
    const web = await WebInstance.start({
      name,
      raceKey: RACE_KEY,
      proxy: proxyOf(name),
      settings: { ...settings, WORKERS: String(name === 'web-2' ? options.workers : 1) },
    });
    endings.push(() => web.stop());
    return web;
  };
  const webs = { 'web-1': await startInstance('web-1'), 'web-2': await startInstance('web-2') };
  const token = await openSession(store, 'boss@example.org', 'admin');
  const organisers = {
    'web-1': new Organiser(webs['web-1'].url, token),
    'web-2': new Organiser(webs['web-2'].url, token),
  };
  const startPhone = async (name: Web): Promise<MarshalPhone> => {
    const url = webs[name].url;
    return new MarshalPhone(url, await openPass(url, token, name));
  };
  const phones = { 'web-1': await startPhone('web-1'), 'web-2': await startPhone('web-2') };
  const mats = new Map<Mat, MatScanner>();
  for (const mat of options.mats) {
    const place = { dataDir, raceKey: RACE_KEY, settings };
    const scanner = new MatScanner(mat, place, proxyOf(mat), {
      openDisk,
    });
    endings.push(() => scanner.stop());
    await scanner.startAgain();
    mats.set(mat, scanner);
  }
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
    workers: options.workers,
    mats,
    organisers,
    phones,
    bibs: field.map(({ bibNumber }) => bibNumber),
    viewers,
    disks,
    openFreshViewers: () => openViewers('a fresh'),
    find: (target) => (isWeb(target) ? webs[target] : expectMat(mats, target)),
  };
}

function startRaceRedis(
  { copies, wait }: SiteOptions,
  disk: RaceDisk | undefined,
): Promise<RaceRedis> {
  if (copies) return RedisTrio.start(wait);
  return disk ? PrivateRaceRedis.start(disk) : startLoneRedis();
}

/** A pass for a marshal, asked for until the instance has the race. */
function openPass(url: string, token: string, name: string): Promise<string> {
  return eventually(async () => {
    const untilMs = Date.now() + 24 * HOUR_MS;
    const answer = await ask<NewPassReply>(`${url}/marshals`, {
      headers: { [AUTH_HEADER]: token },
      body: { point: 'cp3', name, untilMs } satisfies NewPassBody,
    });
    if (typeof answer === 'string') throw new Error(`No pass for a marshal: ${answer}.`);
    return answer.url.split('#')[1] ?? '';
  });
}

/** The scanner of a mat that the race has. */
function expectMat(mats: RaceSite['mats'], mat: Mat): MatScanner {
  const scanner = mats.get(mat);
  if (!scanner) throw new Error(`The race has no ${mat}.`);
  return scanner;
}

function isWeb(target: Web | Mat): target is Web {
  return WEBS.some((web) => web === target);
}
