import { availableParallelism } from 'node:os';

import { describe, expect, test } from 'vitest';

import { parseAuthSettings } from '#server/config/auth-settings.ts';
import { parseServerConfig, type ServerConfig } from '#server/config/config.ts';
import { SettingError } from '#server/config/read-setting.ts';

const REDIS_URL = 'redis://127.0.0.1:6379';

const parse = (env: Readonly<Record<string, string | undefined>>): ServerConfig =>
  parseServerConfig({ REDIS_URL, ...env });

test('[EN2] the defaults are the documented ones, for blank settings too', () => {
  expect(parse({ PORT: ' \t ', HOST: '' })).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    redisUrl: REDIS_URL,
    dataDir: '.data',
    raceKey: 'race',
    publicOrigin: undefined,
    trustProxy: 0,
    workers: 1,
    runsReaders: false,
    push: { contact: 'mailto:race@example.org', services: [] },
    logLevel: 'info',
  });
});

describe('[EN2] a valid setting is accepted, with blanks around it', () => {
  test.for<[string, string, keyof ServerConfig, unknown]>([
    ['PORT', '0', 'port', 0],
    ['HOST', '\t::1\n', 'host', '::1'],
    ['DATA_DIR', '/srv/räs', 'racesDir', '/srv/räs/races'],
    ['RACES_DIR', '/srv/rasys ', 'racesDir', '/srv/rasys'],
    ['RACE_KEY', ' Beca-2026.b_1 ', 'raceKey', 'Beca-2026.b_1'],
    ['REDIS_URL', ' rediss://me:p%20w@[::1]:7000/3 ', 'redisUrl', 'rediss://me:p%20w@[::1]:7000/3'],
    ['PUBLIC_ORIGIN', ' https://Results.example:443/ ', 'publicOrigin', 'https://results.example'],
    ['WORKERS', ' 64', 'workers', 64],
    ['WORKERS', 'auto ', 'workers', availableParallelism()],
  ])('%s=%j', ([name, given, field, expected]) =>
    expect(parse({ [name]: given })[field]).toBe(expected),
  );
});

describe('[EN3] an invalid setting is named, with its value and the allowed values', () => {
  test.for<[string, string, string]>([
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '0x50', 'a whole number from 0 to 65535'],
    ['WORKERS', '0', 'a whole number from 1 to 64, or auto'],
    ['RACE_KEY', 'räs', '1 to 64 letters, digits, dots, dashes or underscores'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
    ['PUBLIC_ORIGIN', 'ws://results.example', 'an origin such as https://results.example'],
    ['PUBLIC_ORIGIN', 'https://results.example/live', 'an origin such as https://results.example'],
    ['PUBLIC_ORIGIN', 'https://me@results.example', 'an origin such as https://results.example'],
    ['REDIS_URL', 'localhost:6379', 'an address such as redis://127.0.0.1:6379'],
    ['REDIS_URL', ' ', 'an address such as redis://127.0.0.1:6379'],
  ])('%s=%j', ([name, given, allowed]) => {
    const message = `${name} is ${JSON.stringify(given.trim())}, but must be ${allowed}.`;
    const attempt = (): unknown => parse({ [name]: given });
    expect(attempt).toThrow(SettingError);
    expect(attempt).toThrow(message);
  });
});

const SENTINELS = [
  { host: '10.0.0.1', port: 26_379 },
  { host: 'sentinel-2', port: 26_380 },
  { host: 'fd00::3', port: 26_379 },
];

describe('[EN8] each form of REDIS_URL is parsed', () => {
  test.for<[string, object]>([
    [
      'redis://h',
      { form: 'server', nodes: [{ host: 'h', port: 6379 }], database: 0, isEncrypted: false },
    ],
    [
      'rediss://:p%40ss@[::1]:7000/3',
      { nodes: [{ host: '::1', port: 7000 }], database: 3, isEncrypted: true },
    ],
    ['redis://me:a:b@h', { username: 'me', password: 'a:b' }],
    [
      'redis+sentinel://me:p%2Fw@10.0.0.1,sentinel-2:26380,[fd00::3]/race-1',
      { form: 'sentinel', nodes: SENTINELS, masterName: 'race-1', username: 'me', password: 'p/w' },
    ],
    [
      'rediss+cluster://a:7000,b',
      {
        form: 'cluster',
        nodes: [
          { host: 'a', port: 7000 },
          { host: 'b', port: 6379 },
        ],
        username: undefined,
        isEncrypted: true,
      },
    ],
  ])('%s', ([given, expected]) =>
    expect(parse({ REDIS_URL: given }).redis).toMatchObject(expected),
  );
});

describe('[EN3 EN8] a malformed address is explained without its password', () => {
  test.for<[string, string]>([
    ['redis+sentinel://me:s3cret@h1,h2', 'the sentinels and the name of their master, such as'],
    ['redis+cluster://me:s3cret@h1:7000,h2/1', 'nodes of the cluster and no database, such as'],
    ['redis://me:s3cret@h1,h2', 'an address such as redis://127.0.0.1:6379'],
    ['redis://me:x@s3cret@host/x', 'an address such as redis://127.0.0.1:6379'],
    ['redis://%zz:s3cret@h', 'an address such as redis://127.0.0.1:6379'],
  ])('%s', ([given, allowed]) => {
    const attempt = (): unknown => parse({ REDIS_URL: given });
    expect(attempt).toThrow(allowed);
    expect(attempt).not.toThrow('s3cret');
  });
});

describe('[EN8] further settings of Redis', () => {
  test('[CF23] with sentinels a change must be on one replica by default', () => {
    expect(parse({ REDIS_URL: 'redis://h' }).redis.waitReplicas).toBe(0);
    const REDIS_URL = 'redis+sentinel://a,b,c/race';
    expect(parse({ REDIS_URL }).redis.waitReplicas).toBe(1);
    expect(parse({ REDIS_URL, REDIS_WAIT_REPLICAS: '0' }).redis.waitReplicas).toBe(0);
  });
});

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
