import { describe, expect, test } from 'vitest';

import { parseAuthSettings } from '#server/config/auth-settings.ts';

const FIREBASE = {
  AUTH: 'firebase',
  FIREBASE_PROJECT_ID: 'ras-beca',
  FIREBASE_API_KEY: 'AIzaSyD-9_x',
  FIREBASE_AUTH_DOMAIN: 'ras-beca.firebaseapp.com',
};

describe('[EN3] AUTH', () => {
  test('is local by default, whatever else is set', () => {
    const { AUTH: _auth, ...others } = FIREBASE;
    expect(parseAuthSettings({})).toEqual({ provider: 'local' });
    expect(parseAuthSettings({ AUTH: ' local ', ...others, ORGANISER_EMAILS: '?' })).toEqual({
      provider: 'local',
    });
  });

  test('firebase takes its settings', () => {
    const ORGANISER_EMAILS = ' Mari@Example.org, siân@ras.cymru,,mari@example.org ';
    expect(parseAuthSettings({ ...FIREBASE, ORGANISER_EMAILS })).toEqual({
      provider: 'firebase',
      projectId: 'ras-beca',
      apiKey: 'AIzaSyD-9_x',
      authDomain: 'ras-beca.firebaseapp.com',
      organiserEmails: ['mari@example.org', 'siân@ras.cymru'],
      emulatorHost: undefined,
    });
  });

  test.each([
    [{ AUTH: 'google' }, 'AUTH is "google", but must be one of local, firebase.'],
    [{ FIREBASE_PROJECT_ID: 'Ras Beca' }, /^FIREBASE_PROJECT_ID is "Ras Beca", but must be /],
    [{ FIREBASE_API_KEY: undefined }, /^FIREBASE_API_KEY is "", but must be the web API key/],
    [
      { FIREBASE_AUTH_DOMAIN: 'https://x' },
      /^FIREBASE_AUTH_DOMAIN is "https:\/\/x", but must be a host such as/,
    ],
    [
      { ORGANISER_EMAILS: 'mari@example.org; nia@example.org' },
      /^ORGANISER_EMAILS is "mari.*", but must be e-mail addresses separated by commas\.$/,
    ],
    [
      { FIREBASE_AUTH_EMULATOR_HOST: 'http://127.0.0.1:9099', FIREBASE_PROJECT_ID: 'demo-x' },
      /^FIREBASE_AUTH_EMULATOR_HOST is ".*", but must be an address such as 127\.0\.0\.1:9099/,
    ],
    [
      { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      /^FIREBASE_AUTH_EMULATOR_HOST is "127.*", but must be absent unless FIREBASE_PROJECT_ID begins with demo-/,
    ],
  ])('%j is refused with its name, value and the allowed values', (changes, message) =>
    expect(() => parseAuthSettings({ ...FIREBASE, ...changes })).toThrow(message),
  );

  test('the emulator is allowed for a project that begins with demo-', () => {
    const FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:9099';
    const settings = { ...FIREBASE, FIREBASE_PROJECT_ID: 'demo-ras', FIREBASE_AUTH_EMULATOR_HOST };
    expect(parseAuthSettings(settings)).toMatchObject({ emulatorHost: '127.0.0.1:9099' });
  });
});
