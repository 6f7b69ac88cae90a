import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type AuthSettings, parseAuthSettings } from './auth-settings.ts';
import { parsePushSettings, type PushSettings } from './push-settings.ts';
import { parseRedisSettings, type RedisSettings } from './redis-settings.ts';
import { oneOf, SettingError, text, wholeNumber, type RawEnv } from './read-setting.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** More would only keep the primary busy with handing out connections. */
const MOST_WORKERS = 64;

/** The checked settings of a process (COMMANDS.md EN2; documented in `.env.example`). */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  readonly redisUrl: string;
  /** The parsed address, with further settings of Redis. */
  readonly redis: RedisSettings;
  readonly dataDir: string;
  /** The folder of past races to serve. */
  readonly racesDir: string;
  readonly raceKey: string;
  /** The folder for a backup every ten minutes; undefined for none. */
  readonly backupDir: string | undefined;
  readonly auth: AuthSettings;
  /** The origin in browsers, if it differs from the address served: `https://results.example`. */
  readonly publicOrigin: string | undefined;
  /** The number of proxies in front, whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy: number;
  /** The most websockets of one process; further pages poll. */
  readonly maxViewers: number;
  /** The most websockets from one address, which a village may share. */
  readonly maxViewersPerAddress: number;
  /** The number of processes that share the port. */
  readonly workers: number;
  /** Whether this service runs readers; with several workers each would start them. */
  readonly runsReaders: boolean;
  readonly logLevel: LogLevel;
  readonly push: PushSettings;
}

/** Checks the settings. Throws {@link SettingError} at the first invalid one. */
export function parseServerConfig(env: RawEnv): ServerConfig {
  const isOn = oneOf(env, 'READERS', 'off', ['on', 'off']) === 'on';
  const workers = countWorkers(env);
  return {
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    host: text(env, 'HOST', '0.0.0.0'),
    redisUrl: text(env, 'REDIS_URL', ''),
    redis: parseRedisSettings(env),
    dataDir: text(env, 'DATA_DIR', '.data'),
    racesDir: text(env, 'RACES_DIR', join(text(env, 'DATA_DIR', '.data'), 'races')),
    raceKey: raceKey(env),
    backupDir: backupDir(env),
    auth: parseAuthSettings(env),
    publicOrigin: origin(env),
    trustProxy: wholeNumber(env, 'TRUST_PROXY', 0, 0, 10),
    maxViewers: wholeNumber(env, 'MAX_VIEWERS', 20_000, 1, 1_000_000),
    maxViewersPerAddress: wholeNumber(env, 'MAX_VIEWERS_PER_ADDRESS', 5_000, 1, 1_000_000),
    workers,
    runsReaders: isOn && workers === 1,
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', LOG_LEVELS),
    push: parsePushSettings(env),
  };
}

function backupDir(env: RawEnv): string | undefined {
  const given = text(env, 'BACKUP_DIR', 'off');
  return given === 'off' ? undefined : given;
}

function countWorkers(env: RawEnv): number {
  if (text(env, 'WORKERS', '1') === 'auto') return Math.min(availableParallelism(), MOST_WORKERS);
  const allowed = `a whole number from 1 to ${MOST_WORKERS}, or auto`;
  return wholeNumber(env, 'WORKERS', 1, 1, MOST_WORKERS, allowed);
}

function raceKey(env: RawEnv): string {
  const given = text(env, 'RACE_KEY', 'race');
  if (!/^[\w.-]{1,64}$/.test(given)) {
    throw new SettingError(
      'RACE_KEY',
      given,
      '1 to 64 letters, digits, dots, dashes or underscores',
    );
  }
  return given;
}

function origin(env: RawEnv): string | undefined {
  const given = text(env, 'PUBLIC_ORIGIN', '');
  if (given === '') return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // A path or login in the address would be ignored silently.
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new SettingError('PUBLIC_ORIGIN', given, 'an origin such as https://results.example');
  }
  return url.origin;
}
