import { EventEmitter } from 'node:events';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import {
  type Identity,
  type IdentityProvider,
  NOT_SIGNED_IN,
  type TokenCheck,
} from '#server/identity/identity.ts';
import { SessionGuard } from '#server/identity/session-guard.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';
import { PASSWORD, startIdentityServer, TestClock } from '#tests/support/identity-server.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { createRecordingLogger } from '#tests/support/recording-logger.ts';
import { startRedis } from '#tests/support/redis-server.ts';

const openRace = provideOrganisersRace();

const MARI = 'mari@example.org';

async function identify(provider: IdentityProvider, token: string): Promise<Identity> {
  const check = await provider.check(token);
  if ('refusal' in check) throw new Error('The token opens nothing.');
  return check.identity;
}

describe('a guarded connection', () => {
  test('is cut when its session reaches its end', async () => {
    // The guard waits by the real clock, the session ends by the test's: at a moment that has just come.
    const clock = new TestClock();
    clock.nowMs = Date.now() - 24 * HOUR_MS;
    const server = await startIdentityServer(await openRace(), {}, clock);
    await server.addOrganiser('late@example.org', 'admin');
    const { token } = await server.getLogin('late@example.org', PASSWORD);
    const { provider } = server.identity;
    const identity = await identify(provider, token);
    const checkNow = provider.check.bind(provider);
    const looks: boolean[] = [];
    let look: Promise<TokenCheck> = Promise.resolve({ refusal: NOT_SIGNED_IN });
    vi.spyOn(provider, 'check').mockImplementation((...asked) => {
      look = look.then(async () => {
        const found = await checkNow(...asked);
        looks.push('identity' in found);
        // Whenever the guard looks again, the session is over.
        clock.nowMs += 24 * HOUR_MS;
        return found;
      });
      return look;
    });
    const { logger } = createRecordingLogger();
    const sessionGuard = new SessionGuard(provider, new EventEmitter(), logger);
    onTestFinished(() => sessionGuard.close());
    let revoked = 0;
    const onRevoked = () => (revoked += 1);
    sessionGuard.watch({ token, identity, onRevoked });
    await eventually(() => expect(revoked).toBe(1));
    expect(looks).toEqual([true, false]);
  });

  test('is cut if its account was disabled between handshake and watch', async () => {
    const race = await openRace();
    const { context } = await race.serve();
    const identity = await identify(context.identity.provider, race.helper);
    await race.disable(MARI);
    await eventually(() => expect(context.race.head.version).toBeGreaterThanOrEqual(3));
    let revoked = 0;
    const onRevoked = () => (revoked += 1);
    context.guard.watch({ token: race.helper, identity, onRevoked });
    await eventually(() => expect(revoked).toBe(1));
  });

  test('[AC6] keeps no session awake that nobody uses', async () => {
    const race = await openRace();
    const server = await startIdentityServer(race);
    await server.addOrganiser('idle@example.org', 'registration');
    const { token } = await server.getLogin('idle@example.org', PASSWORD);
    const { provider } = server.identity;
    const identity = await identify(provider, token);
    const events = new EventEmitter();
    const sessionGuard = new SessionGuard(provider, events, createRecordingLogger().logger);
    onTestFinished(() => sessionGuard.close());
    let revoked = 0;
    const onRevoked = () => (revoked += 1);
    const { expiresMs: _end, ...endless } = identity;
    server.clock.nowMs += 12 * HOUR_MS - 1;
    const check = vi.spyOn(provider, 'check');
    sessionGuard.watch({ token, identity: endless, onRevoked });
    await eventually(() => expect(check).toHaveResolved());
    expect(revoked).toBe(0);
    server.clock.nowMs += 1;
    events.emit('accounts');
    await eventually(() => expect(revoked).toBe(1));
  });

  test('is kept while nobody can know, and cut once it is known', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const server = await startIdentityServer({ url: redis.url, raceKey: uniqueRaceKey() });
    await server.addOrganiser(MARI, 'registration');
    const { token } = await server.getLogin(MARI, PASSWORD);
    const { provider } = server.identity;
    const identity = await identify(provider, token);
    const { logger, lines } = createRecordingLogger();
    const events = new EventEmitter();
    const sessionGuard = new SessionGuard(provider, events, logger);
    onTestFinished(() => sessionGuard.close());
    let revoked = 0;
    const onRevoked = () => (revoked += 1);
    const { expiresMs: _end, ...endless } = identity;
    sessionGuard.watch({ token, identity: endless, onRevoked });
    await redis.kill();
    events.emit('accounts');
    await eventually(() => {
      expect(lines).toContainEqual(
        expect.objectContaining({ msg: 'Cannot verify an open connection; asking again' }),
      );
    });
    expect(revoked).toBe(0);
    // It comes back without the session: now it is known.
    await redis.restart();
    await eventually(() => expect(revoked).toBe(1));
  });
});
