import { SettingError, text, type RawEnv } from './read-setting.ts';

export interface PushSettings {
  /** The contact for push services: `mailto:` or `https:`. */
  readonly contact: string;
  /** Hosts allowed in addition to the known push services. */
  readonly services: readonly string[];
}

const HOST_FORM = /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/;

export function parsePushSettings(env: RawEnv): PushSettings {
  return { contact: contact(env), services: services(env) };
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
