import { Readable } from 'node:stream';

import { beforeEach, describe, expect, test } from 'vitest';

import { runOrganiser } from '#server/cli/organiser-command.ts';
import { statusOf } from '#tests/support/answer.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer } from '#tests/support/identity-server.ts';
import { runInProcess } from '#tests/support/run-in-process.ts';

const { openRace } = provideFileRedis();
let race: TestRace;

beforeEach(async () => {
  race = await openRace();
});

const MARI = 'mari@example.org';

async function organiser(args: readonly string[], input = '', env = {}) {
  return runInProcess(() => runOrganiser(args, Readable.from([input])), {
    REDIS_URL: race.url,
    RACE_KEY: race.raceKey,
    ...env,
  });
}

async function addMari(): Promise<void> {
  expect(await organiser(['add', MARI, '--password-stdin'], `${PASSWORD}\n`)).toMatchObject({
    status: 0,
  });
}

describe('[CM11] npm run organiser', () => {
  test('add prints one line with a password that works', async () => {
    const { status, stdout } = await organiser(['add', MARI, '--role', 'registration']);
    expect(status).toBe(0);
    const [, password = ''] = /^password: (\S+)\n$/.exec(stdout) ?? [];
    const server = await startIdentityServer(race);
    const login = await server.getLogin(MARI, password);
    expect(login).toMatchObject({ role: 'registration', mustChangePassword: false });
  });

  test('add takes the password from standard input and prints nothing', async () => {
    const program = startBuiltProgram('organiser', ['add', 'siân@ras.cymru', '--password-stdin'], {
      env: { REDIS_URL: race.url, RACE_KEY: race.raceKey },
    });
    program.write(`${PASSWORD}\r\nanother line\n`);
    program.endInput();
    expect(await program.exitCode).toBe(0);
    expect(program.stdout).toBe('');
    expect(program.stderr).toBe('siân@ras.cymru (admin) added.\n');
    const server = await startIdentityServer(race);
    await server.getLogin('siân@ras.cymru', PASSWORD);
  });

  test('list has all accounts and no secret, and add changes none that exists', async () => {
    expect((await organiser(['list'])).stdout).toBe('No accounts.\n');
    await addMari();
    const again = await organiser(['add', 'MARI@example.org', '--role', 'viewer']);
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(again.stderr).toBe('There is already an account for mari@example.org.\n');
    await organiser(['add', 'boss@example.org', '--role', 'registration']);
    const { stdout } = await organiser(['list']);
    expect(stdout).toMatch(
      /^boss@example\.org\tregistration\tenabled\tsince \S+\nmari@example\.org\tadmin\tenabled\tsince \S+\n$/,
    );
  });

  test('reset prints another password and ends the sessions', async () => {
    await addMari();
    const server = await startIdentityServer(race);
    const { token } = await server.getLogin(MARI, PASSWORD);
    const { stdout } = await organiser(['reset', MARI]);
    const [, password = ''] = /^password: (\S+)\n$/.exec(stdout) ?? [];
    expect(await statusOf(server.as(token).get('/auth/me'))).toBe(401);
    expect(await statusOf(server.logIn(MARI, PASSWORD))).toBe(401);
    await server.getLogin(MARI, password);
  });

  test.each([
    [[], '', 2, /^Usage:/],
    [['remove', MARI], '', 2, /^There is no command "remove"/],
    [['add'], '', 2, /^add takes one address/],
    [['add', MARI, '--role', 'owner'], '', 2, /^add takes one address, and a role of viewer,/],
    [['reset', MARI, '--role', 'admin'], '', 2, /^reset does not take --role\./],
    [['add', MARI, '--force'], '', 2, /^Unknown option '--force'/],
    [['add', 'mari'], '', 1, /^This is not an e-mail address\.\n$/],
    [['disable', MARI], '', 1, /^There is no account for mari@example\.org\.\n$/],
    [['add', MARI, '--password-stdin'], '', 1, /^There was no password on standard input/],
    [['add', MARI, '--password-stdin'], '\n', 1, /^A password needs at least 12 characters\.\n$/],
  ])(
    '%j with %j on standard input ends with %i and the reason',
    async (args, input, status, why) => {
      const ran = await organiser(args, input);
      expect(ran.stderr).toMatch(why);
      expect(ran).toMatchObject({ status, stdout: '' });
      expect(await race.redis.hLen(race.keys.organisers)).toBe(0);
    },
  );
});

describe('[CM11] npm run organiser with AUTH=firebase', () => {
  const run = (...args: string[]) => organiser(args, '', FIREBASE);
  const FIREBASE = {
    AUTH: 'firebase',
    FIREBASE_PROJECT_ID: 'ras-beca',
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'ras-beca.firebaseapp.com',
    ORGANISER_EMAILS: 'boss@example.org, Mari@Example.org',
  };

  test('gives the listed addresses their roles, and disables them', async () => {
    expect(await run('add', MARI, '--role', 'registration')).toMatchObject({ stdout: '' });
    await run('disable', 'boss@example.org');
    await run('disable', 'claimed@example.org');
    const { stdout } = await run('list');
    expect(stdout.replaceAll(/since \S+/g, 'since')).toBe(
      'boss@example.org\tadmin\tdisabled\tsince\n' +
        'claimed@example.org\tadmin\tdisabled\tsince\n' +
        'mari@example.org\tregistration\tenabled\tsince\n',
    );
    await run('enable', 'boss@example.org');
    expect((await run('list')).stdout).toMatch(/^boss@example\.org\tadmin\tenabled\t/);
  });

  test('has no passwords to reset', async () => {
    const { status, stderr } = await run('reset', MARI);
    expect(stderr).toBe('Firebase keeps the passwords: change it in its console.\n');
    expect(status).toBe(1);
  });
});
