import { withoutPassword } from '#server/system/redis-address.mjs';

import { SettingError, text, type RawEnv } from './read-setting.ts';

/** Where in a store backups lie. */
export interface StoreAddress {
  readonly bucket: string;
  /** What the names of all objects begin with, without a slash at its end; empty for the whole bucket. */
  readonly prefix: string;
}

/** How a store that speaks the protocol of S3 is reached; the names are those that its tools have. */
export interface StoreSettings {
  /** Undefined: the one of AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: the role of the machine or a profile, as the tools of AWS find them. */
  readonly credentials: StoreCredentials | undefined;
}

interface StoreCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const ADDRESS = /^s3:\/\/([A-Za-z0-9][\w.-]{1,254})(?:\/([^?#]*))?$/;

/** Reads `s3://bucket/prefix`; undefined when it is something else. */
export function parseStoreAddress(given: string): StoreAddress | undefined {
  const [, bucket, prefix = ''] = ADDRESS.exec(given) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix: prefix.replace(/\/+$/, '') };
}

/** The store that BACKUP_TO names, without a slash at its end; undefined for none. Throws {@link SettingError}. */
export function parseBackupTo(env: RawEnv): string | undefined {
  const given = text(env, 'BACKUP_TO', 'off');
  if (given === 'off') return undefined;
  if (parseStoreAddress(given)) return given.replace(/\/+$/, '');
  const allowed = 'a bucket and a prefix, such as s3://my-races/2026, or off';
  // Somebody may have put the key into the address.
  throw new SettingError('BACKUP_TO', withoutPassword(given), allowed);
}

/** Throws {@link SettingError}, which never has a key in it. */
export function parseStoreSettings(env: RawEnv): StoreSettings {
  const general = text(env, 'AWS_ENDPOINT_URL', '');
  const endpoint = text(env, 'AWS_ENDPOINT_URL_S3', general) || undefined;
  if (endpoint !== undefined && !isHttp(endpoint)) {
    const allowed = 'an address such as https://s3.example.org';
    throw new SettingError('AWS_ENDPOINT_URL', withoutPassword(endpoint), allowed);
  }
  return {
    endpoint,
    region: text(env, 'AWS_REGION', 'us-east-1'),
    credentials: parseCredentials(env),
  };
}

function isHttp(given: string): boolean {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '';
}

function parseCredentials(env: RawEnv): StoreCredentials | undefined {
  const accessKeyId = text(env, 'AWS_ACCESS_KEY_ID', '');
  const secretAccessKey = text(env, 'AWS_SECRET_ACCESS_KEY', '');
  const sessionToken = text(env, 'AWS_SESSION_TOKEN', '');
  if (accessKeyId === '' && secretAccessKey === '') return undefined;
  if (accessKeyId === '' || secretAccessKey === '') {
    const missing = accessKeyId === '' ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY';
    throw new SettingError(missing, '', 'given too: a key and its secret belong together');
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}
