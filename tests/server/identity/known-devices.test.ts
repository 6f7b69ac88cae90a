import { describe, expect, test } from 'vitest';

import { DeviceMarks } from '#server/identity/device-marks.ts';
import { LoginThrottle } from '#server/identity/login-throttle.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import type { LoginReply } from '#shared/wire/auth-api.ts';
import { statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer, TestClock } from '#tests/support/identity-server.ts';

const { openRace } = provideFileRedis();
const MARI = 'mari@example.org';
const BOSS = 'boss@example.org';

describe('[AC12] the mark of a browser that signed in before', () => {
  test('is read for its account alone, for 400 days, and as it was given', async () => {
    const clock = new TestClock();
    const marks = new DeviceMarks(() => Promise.resolve('secret'), clock.read);
    const mark = await marks.create(MARI);
    const device = await marks.read(mark, MARI);
    expect(device).toMatch(/^[\w-]{16}$/);
    expect(await marks.read(mark, BOSS)).toBeUndefined();
    const others = new DeviceMarks(() => Promise.resolve('another secret'), clock.read);
    expect(await others.read(mark, MARI)).toBeUndefined();
    const [name = '', given = '', seal = ''] = mark.split('.');
    const forged = [
      undefined,
      '',
      'x'.repeat(10_000),
      `${name}.${given}`,
      `${name}.zzzzzzzz.${seal}`,
      `${'x'.repeat(16)}.${given}.${seal}`,
      `${name}.${given}.${'A'.repeat(43)}`,
    ];
    for (const one of forged) expect(await marks.read(one, MARI)).toBeUndefined();
    clock.nowMs += 400 * 24 * HOUR_MS;
    expect(await marks.read(mark, MARI)).toBe(device);
    clock.nowMs += 1;
    expect(await marks.read(mark, MARI)).toBeUndefined();
  });

  test('waits for its secret again when that could not be had', async () => {
    let isAway = true;
    const findKey = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('key'));
    const marks = new DeviceMarks(findKey, Date.now);
    await expect(marks.create(MARI)).rejects.toThrow('away');
    isAway = false;
    expect(await marks.read(await marks.create(MARI), MARI)).toBeDefined();
  });
});

describe('[AC12] strangers at the same address', () => {
  test('delay nobody who is known, however many accounts they try and however many wait in line', async () => {
    const clock = new TestClock();
    const throttle = new LoginThrottle(clock.read);
    const attempt = (email: string, isRight: boolean, known?: string) =>
      throttle.attempt({ email, address: '10.0.0.1', known }, () =>
        Promise.resolve(isRight ? 'in' : undefined),
      );
    for (let i = 0; i < 60; i += 1) {
      clock.nowMs += 60_000;
      await attempt(MARI, false);
    }
    expect(await attempt(MARI, true)).toHaveProperty('waitMs');
    expect(await attempt(MARI, true, 'laptop')).toEqual({ proved: 'in' });
    const line = Array.from({ length: 20 }, () => attempt(BOSS, false));
    expect(await attempt(MARI, true, 'laptop')).toEqual({ proved: 'in' });
    await Promise.all(line);
  });

  test('and who is known is slowed down like anybody, for itself', async () => {
    const clock = new TestClock();
    const throttle = new LoginThrottle(clock.read);
    const guess = (known: string) =>
      throttle.attempt({ email: MARI, address: '10.0.0.1', known }, () =>
        Promise.resolve(undefined),
      );
    for (let i = 0; i < 5; i += 1) expect(await guess('stolen')).toEqual({ failed: true });
    expect(await guess('stolen')).toEqual({ waitMs: 1_000 });
    expect(await guess('laptop')).toEqual({ failed: true });
  });

  test('through the real calls: the mark of the last sign-in counts, a forged one or another account’s does not', async () => {
    const race = await openRace();
    const server = await startIdentityServer(race, { TRUST_PROXY: '0' });
    await server.addOrganiser(MARI, 'admin');
    await server.addOrganiser(BOSS, 'admin');
    const { device } = await server.getLogin(MARI, PASSWORD);
    for (let i = 0; i < 5; i += 1) await server.logIn(MARI, 'a guess').expect(401);
    const logIn = (mark: string, email = MARI, password = PASSWORD) =>
      server.http.post('/auth/login').send({ email, password, device: mark });
    await server.logIn(MARI, PASSWORD).expect(429);
    await logIn(`${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`).expect(429);
    const { body: boss } = await server.logIn(BOSS, PASSWORD).expect(200);
    await logIn((boss as LoginReply).device).expect(429);
    // Another instance knows it too.
    const other = await startIdentityServer(race, { TRUST_PROXY: '0' }, server.clock);
    const { body } = await other.http
      .post('/auth/login')
      .send({ email: MARI, password: PASSWORD, device })
      .expect(200);
    await logIn((body as LoginReply).device).expect(200);
    expect(await statusOf(server.as(device).get('/organisers'))).toBe(401);
  });
});
