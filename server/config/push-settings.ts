import { SettingError, text, type RawEnv } from './read-setting.ts';

export interface PushSettings {
  /** For push services: an address with `https:` or `mailto:`. */
  readonly contact: string;
  /** Hosts allowed in addition to the known push services. */
  readonly services: readonly string[];
}

const HOST_FORM = /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/;

export function parsePushSettings(env: RawEnv): PushSettings {
  return { contact: contact(env), services: services(env) };
}

/** The site that sends; browsers subscribe over HTTPS alone, where its address is usually set. */
function contact(env: RawEnv): string {
  const origin = text(env, 'PUBLIC_ORIGIN', '');
  return origin.startsWith('https:') ? origin : 'mailto:race@example.org';
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
