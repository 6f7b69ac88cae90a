import type { RawEnv } from './env.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The checked settings of a process (CONTRACT 2; documented in `.env.example`). */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  readonly redisUrl: string;
  readonly dataDir: string;
  readonly raceKey: string;
  /** The origin browsers use, when it differs from the address served: `https://results.example`. */
  readonly publicOrigin: string | undefined;
  /** How many proxies stand in front; their `X-Forwarded-*` headers are believed. */
  readonly trustProxy: number;
  readonly workers: number;
  readonly logLevel: LogLevel;
}

/** A setting that cannot be right: what it is called, what was given, what is allowed. */
export class SettingError extends Error {
  override readonly name = 'SettingError';

  constructor(setting: string, given: string, allowed: string) {
    super(`${setting} is ${JSON.stringify(given)}, but must be ${allowed}.`);
  }
}

/** Checks the settings. Throws {@link SettingError} at the first that cannot be right. */
export function parseServerConfig(env: RawEnv): ServerConfig {
  return {
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    host: text(env, 'HOST', '0.0.0.0'),
    redisUrl: redisUrl(env),
    dataDir: text(env, 'DATA_DIR', '.data'),
    raceKey: raceKey(env),
    publicOrigin: origin(env),
    trustProxy: wholeNumber(env, 'TRUST_PROXY', 0, 0, 10),
    workers: wholeNumber(env, 'WORKERS', 1, 1, 64),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', LOG_LEVELS),
  };
}

function text(env: RawEnv, name: string, fallback: string): string {
  const given = env[name]?.trim();
  return given ? given : fallback;
}

function wholeNumber(
  env: RawEnv,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const given = text(env, name, String(fallback));
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new SettingError(name, given, `a whole number from ${min} to ${max}`);
  }
  return value;
}

function oneOf<T extends string>(env: RawEnv, name: string, fallback: T, allowed: readonly T[]): T {
  const given = text(env, name, fallback);
  const found = allowed.find((value) => value === given);
  if (found === undefined) throw new SettingError(name, given, `one of ${allowed.join(', ')}`);
  return found;
}

function redisUrl(env: RawEnv): string {
  const given = text(env, 'REDIS_URL', '');
  if (!/^rediss?:\/\/./.test(given) || !URL.canParse(given)) {
    throw new SettingError('REDIS_URL', given, 'an address such as redis://127.0.0.1:6379');
  }
  return given;
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
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new SettingError('PUBLIC_ORIGIN', given, 'an origin such as https://results.example');
  }
  return url.origin;
}
