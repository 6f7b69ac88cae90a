import { readFileSync } from 'node:fs';

import {
  parseRedisAddress,
  type RedisAddress,
  withoutPassword,
} from '#server/system/redis-address.mjs';

import { SettingError, text, wholeNumber, type RawEnv } from './read-setting.ts';

/** The certificates and key of an encrypted connection, as PEM; absent ones have the system's defaults. */
export interface RedisTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** The address and credentials of Redis, the same for all processes (docs/redis.md). */
export interface RedisSettings extends RedisAddress {
  /** Undefined: the connection is not encrypted. */
  readonly tls: RedisTls | undefined;
  /** The login at the sentinels, which have users of their own. */
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** The number of replicas that must have a change before it is acknowledged. */
  readonly waitReplicas: number;
}

/** Checks the settings of Redis. Throws {@link SettingError}. */
export function parseRedisSettings(env: RawEnv): RedisSettings {
  const given = text(env, 'REDIS_URL', '');
  const address = parseRedisAddress(given);
  if (typeof address === 'string') {
    throw new SettingError('REDIS_URL', withoutPassword(given), address);
  }
  // With sentinels a replica may become the master at any time.
  const usualReplicas = address.form === 'sentinel' ? 1 : 0;
  return {
    ...address,
    tls: parseTls(env, address.isEncrypted),
    sentinelUsername: text(env, 'REDIS_SENTINEL_USERNAME', '') || undefined,
    sentinelPassword: text(env, 'REDIS_SENTINEL_PASSWORD', '') || undefined,
    waitReplicas: wholeNumber(env, 'REDIS_WAIT_REPLICAS', usualReplicas, 0, 10),
  };
}

function parseTls(env: RawEnv, isEncrypted: boolean): RedisTls | undefined {
  const files = {
    ca: pem(env, 'REDIS_CA_FILE', isEncrypted),
    cert: pem(env, 'REDIS_CERT_FILE', isEncrypted),
    key: pem(env, 'REDIS_KEY_FILE', isEncrypted),
  };
  if ((files.cert === undefined) !== (files.key === undefined)) {
    const missing = files.cert === undefined ? 'REDIS_CERT_FILE' : 'REDIS_KEY_FILE';
    throw new SettingError(missing, '', 'given too: a certificate and its key belong together');
  }
  if (!isEncrypted) return undefined;
  const { ca, cert, key } = files;
  return { ...(ca && { ca }), ...(cert && key && { cert, key }) };
}

function pem(env: RawEnv, name: string, isEncrypted: boolean): string | undefined {
  const path = text(env, name, '');
  if (path === '') return undefined;
  if (!isEncrypted) {
    throw new SettingError(name, path, 'absent unless REDIS_URL begins with rediss');
  }
  const content = readOrNothing(path);
  if (!content.includes('-----BEGIN ')) {
    throw new SettingError(name, path, 'the path of a PEM file that can be read');
  }
  return content;
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return '';
    throw error;
  }
}
