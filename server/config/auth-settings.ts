import { parseEmail } from '#shared/model/text-rules.ts';

import { oneOf, SettingError, text, type RawEnv } from './read-setting.ts';

const PROVIDERS = ['local', 'firebase'] as const;

/** Only such projects run on the emulator, which accepts any token. */
const DEMO_PROJECT = /^demo-/;

export interface FirebaseSettings {
  readonly provider: 'firebase';
  readonly projectId: string;
  readonly apiKey: string;
  readonly authDomain: string;
  /** The admitted addresses, in lower case, in addition to accounts with the claim `organiser`: true, or a role. */
  readonly organiserEmails: readonly string[];
  /** The Auth emulator, as `host:port`; only for tests. */
  readonly emulatorHost: string | undefined;
}

export type AuthSettings = { readonly provider: 'local' } | FirebaseSettings;

/** Checks the settings of sign-in. Throws {@link SettingError}. */
export function parseAuthSettings(env: RawEnv): AuthSettings {
  if (oneOf(env, 'AUTH', 'local', PROVIDERS) === 'local') return { provider: 'local' };
  const projectId = matching(
    env,
    'FIREBASE_PROJECT_ID',
    /^[a-z0-9][a-z0-9.:-]{2,62}$/,
    "the id of the Firebase project, as the console's project settings show it, since AUTH is firebase",
  );
  return {
    provider: 'firebase',
    projectId,
    apiKey: matching(
      env,
      'FIREBASE_API_KEY',
      /^[\w-]{1,100}$/,
      "the web API key from the console's project settings, since AUTH is firebase",
    ),
    authDomain: matching(
      env,
      'FIREBASE_AUTH_DOMAIN',
      /^[a-z0-9][a-z0-9.-]*(:\d+)?$/i,
      'a host such as my-race.firebaseapp.com, since AUTH is firebase',
    ),
    organiserEmails: organiserEmails(env),
    emulatorHost: emulatorHost(env, projectId),
  };
}

/** The other hosts that a page contacts to sign in, for its Content-Security-Policy. */
export function listSignInHosts(auth: AuthSettings): string[] {
  if (auth.provider === 'local') return [];
  if (auth.emulatorHost !== undefined) return [`http://${auth.emulatorHost}`];
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
}

function matching(env: RawEnv, name: string, form: RegExp, allowed: string): string {
  const given = text(env, name, '');
  if (!form.test(given)) throw new SettingError(name, given, allowed);
  return given;
}

function organiserEmails(env: RawEnv): string[] {
  const given = text(env, 'ORGANISER_EMAILS', '');
  const parts = given.split(',').filter((part) => part.trim() !== '');
  const emails = parts.map((part) => {
    const email = parseEmail(part);
    if (email === undefined) {
      throw new SettingError('ORGANISER_EMAILS', given, 'e-mail addresses separated by commas');
    }
    return email;
  });
  return [...new Set(emails)];
}

/** The emulator accepts forged tokens, so a real project must never use it. */
function emulatorHost(env: RawEnv, projectId: string): string | undefined {
  const name = 'FIREBASE_AUTH_EMULATOR_HOST';
  const given = text(env, name, '');
  if (given === '') return undefined;
  if (!/^[\w.-]+:\d{1,5}$/.test(given)) {
    throw new SettingError(name, given, 'an address such as 127.0.0.1:9099, or absent');
  }
  if (!DEMO_PROJECT.test(projectId)) {
    throw new SettingError(
      name,
      given,
      'absent unless FIREBASE_PROJECT_ID begins with demo-: the emulator lets forged tokens pass',
    );
  }
  return given;
}
