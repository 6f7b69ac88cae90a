import { describe, expect, test } from 'vitest';

import { groupAddress } from '#server/identity/address-groups.ts';
import { LoginThrottle } from '#server/identity/login-throttle.ts';
import type { Refusal } from '#server/system/refusal.ts';
import { statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer, TestClock } from '#tests/support/identity-server.ts';

const { openRace } = provideFileRedis();

const MARI = 'mari@example.org';
const HOME = '192.0.2.1';
const STRANGER = '198.51.100.7';
const OWNER = { email: MARI, address: HOME };

const outage = () => Promise.reject(new Error('Redis is away'));
const prove = () => Promise.resolve('in');

/** A throttle on a test clock. */
function openThrottle() {
  const clock = new TestClock();
  const throttle = new LoginThrottle(clock.read);
  const attempt = async (address: string, isRight: boolean, email = MARI) => {
    let checked = false;
    const outcome = await throttle
      .attempt({ email, address }, () => {
        checked = true;
        return Promise.resolve(isRight ? 'in' : undefined);
      })
      .catch((error: unknown) => (error as Refusal).retryS);
    return checked ? (outcome ?? 'wrong') : outcome;
  };
  const fail = async (address: string, times: number, email = MARI): Promise<void> => {
    for (let i = 0; i < times; i += 1) expect(await attempt(address, false, email)).toBe('wrong');
  };
  return { clock, throttle, attempt, fail };
}

describe('[AC7] guessing is slowed down', () => {
  test('after five wrong passwords each further one doubles the delay, up to a minute', async () => {
    const { clock, attempt, fail } = openThrottle();
    await fail(HOME, 5);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await attempt(HOME, true)).toBe(seconds);
      clock.nowMs += seconds * 1_000 - 1;
      expect(await attempt(HOME, true)).toBe(1);
      clock.nowMs += 1;
      await fail(HOME, 1);
    }
  });

  test('a right password resets the count', async () => {
    const { attempt, fail } = openThrottle();
    for (let round = 0; round < 4; round += 1) {
      await fail(HOME, 4);
      expect(await attempt(HOME, true)).toBe('in');
    }
  });

  test('failures are forgotten after half an hour', async () => {
    const { clock, attempt, fail } = openThrottle();
    await fail(HOME, 5);
    clock.nowMs += 30 * 60_000;
    await fail(HOME, 4);
    expect(await attempt(HOME, true)).toBe('in');
  });

  test('old failures are dropped to bound the memory', async () => {
    const { attempt, fail } = openThrottle();
    await fail(HOME, 5);
    expect(await attempt(HOME, true)).toBe(1);
    for (let i = 0; i < 20_000; i += 1) {
      await attempt(`45.${i >> 8}.${i & 255}.1`, false, `${i}@example.org`);
    }
    expect(await attempt(HOME, true)).toBe('in');
  });

  test('an address that tries many accounts must wait for any account', async () => {
    const { attempt, fail } = openThrottle();
    const guess = async (first: number): Promise<void> => {
      for (let i = 0; i < 10; i += 1) await fail(STRANGER, 1, `organiser-${first + i}@example.org`);
    };
    await guess(0);
    // An account of their own does not reset the count.
    expect(await attempt(STRANGER, true, 'own@example.org')).toBe('in');
    await guess(10);
    expect(await attempt(STRANGER, true, 'another@example.org')).toBe(1);
    expect(await attempt(HOME, true, 'another@example.org')).toBe('in');
  });

  test('[AC13] neither a /48 nor forty addresses lock the owner out', async () => {
    const { clock, attempt } = openThrottle();
    for (let second = 0; second < 120; second += 1) {
      clock.nowMs += 1_000;
      for (let i = 0; i < 20; i += 1)
        await attempt(`2001:db8:7:${(second * 20 + i).toString(16)}::1`, false);
      await attempt(`45.${second % 40}.0.1`, false);
      for (const home of [`192.0.${second}.1`, '10.0.0.7', '127.0.0.1', 'fd00::7']) {
        expect({ second, home, is: await attempt(home, true) }).toEqual({ second, home, is: 'in' });
      }
    }
  });

  test('simultaneous attempts are all counted', async () => {
    const { attempt } = openThrottle();
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => attempt(HOME, false)));
    expect(outcomes).toEqual([
      ...Array.from({ length: 5 }, () => 'wrong'),
      ...Array.from({ length: 11 }, () => 1),
    ]);
  });

  test('an attempt that could not be checked does not count', async () => {
    const { throttle } = openThrottle();
    for (let i = 0; i < 10; i += 1) {
      await expect(throttle.attempt(OWNER, outage)).rejects.toThrow('away');
    }
    expect(await throttle.attempt(OWNER, prove)).toBe('in');
  });
});

describe('[AC7] a stranger cannot lock an organiser out', () => {
  test('[AC13] a thousand networks delay other strangers by seconds, but neither signed-in organisers nor private networks', async () => {
    const { clock, throttle, attempt } = openThrottle();
    for (let i = 0; i < 1_000; i += 1) await attempt(`45.${i >> 8}.${i & 255}.1`, false);
    expect(await throttle.attempt({ ...OWNER, known: 'session' }, prove)).toBe('in');
    expect(await attempt('192.168.1.7', true)).toBe('in');
    expect(await attempt(HOME, true)).toBe(1);
    clock.nowMs += 1_000;
    expect(await attempt(HOME, true)).toBe('in');
  });

  test('by a stolen session or at the sign-in, through the real calls', async () => {
    const server = await startIdentityServer(await openRace());
    await server.addOrganiser(MARI, 'admin');
    const { token } = await server.getLogin(MARI, PASSWORD);
    const guess = () =>
      server
        .as(token)
        .post('/auth/password')
        .set('X-Forwarded-For', STRANGER)
        .send({ password: 'a guess', newPassword: 'a goat on the roof' });
    for (let i = 0; i < 5; i += 1) await guess().expect(400);
    const refused = await guess().expect(429);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.body).toEqual({ error: 'Too many tries. Try again in 1 second.' });
    for (let i = 0; i < 5; i += 1) await server.logIn(MARI, 'a guess', STRANGER).expect(401);
    expect(await statusOf(server.logIn(MARI, PASSWORD, STRANGER))).toBe(429);
    expect(await statusOf(server.logIn(MARI, PASSWORD, HOME))).toBe(200);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('the address %j is grouped as %j', (address, group) =>
  expect(groupAddress(address)).toBe(group),
);
