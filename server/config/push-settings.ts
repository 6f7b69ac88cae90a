import { SettingError, text, type RawEnv } from './read-setting.ts';

export interface PushSettings {
  /** Undefined to let the race generate them. */
  readonly keys: { readonly publicKey: string; readonly privateKey: string } | undefined;
  /** The contact for push services: `mailto:` or `https:`. */
  readonly contact: string;
  /** Hosts allowed in addition to the known push services. */
  readonly services: readonly string[];
}

/** A key pair of P-256: an uncompressed point of 65 bytes and a number of 32, in base64url. */
const PUBLIC_FORM = /^B[\w-]{86}$/;
const PRIVATE_FORM = /^[\w-]{43}$/;
const HOST_FORM = /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/;

export function parsePushSettings(env: RawEnv): PushSettings {
  return { keys: keys(env), contact: contact(env), services: services(env) };
}

function keys(env: RawEnv): PushSettings['keys'] {
  const publicKey = text(env, 'VAPID_PUBLIC_KEY', '');
  const privateKey = text(env, 'VAPID_PRIVATE_KEY', '');
  if (publicKey === '' && privateKey === '') return undefined;
  if (!PUBLIC_FORM.test(publicKey)) {
    const allowed = '87 letters of base64url, as `npx web-push generate-vapid-keys` prints them';
    throw new SettingError('VAPID_PUBLIC_KEY', publicKey, allowed);
  }
  if (!PRIVATE_FORM.test(privateKey)) {
    // Never printed, since it allows sending in the name of the race.
    const allowed = '43 letters of base64url, since VAPID_PUBLIC_KEY is set';
    throw new SettingError('VAPID_PRIVATE_KEY', privateKey === '' ? '' : '…', allowed);
  }
  return { publicKey, privateKey };
}

function contact(env: RawEnv): string {
  const fallback = text(env, 'PUBLIC_ORIGIN', '');
  const given = text(env, 'PUSH_CONTACT', '');
  if (given === '') return fallback.startsWith('https:') ? fallback : 'mailto:race@example.org';
  if (/^mailto:[^\s@]+@[^\s@]+$/.test(given)) return given;
  if (given.startsWith('https://') && URL.canParse(given)) return given;
  throw new SettingError('PUSH_CONTACT', given, 'mailto:you@example.org or an https address');
}

function services(env: RawEnv): string[] {
  const given = text(env, 'PUSH_SERVICES', '').toLowerCase();
  const hosts = given.split(',').map((host) => host.trim());
  const named = hosts.filter((host) => host !== '');
  if (!named.every((host) => HOST_FORM.test(host))) {
    throw new SettingError('PUSH_SERVICES', given, 'hosts separated by commas');
  }
  return named;
}
