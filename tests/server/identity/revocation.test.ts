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

const NIA = 'nia@example.org';

async function identify(provider: IdentityProvider, token: string): Promise<Identity> {
  const check = await provider.check(token);
  if ('refusal' in check) throw new Error('The token opens nothing.');
  return check.identity;
}

/** A session by the clock of the test, which the guard's own clock never ends. */
async function openEndless(race: Parameters<typeof startIdentityServer>[0]) {
  const server = await startIdentityServer(race);
  await server.addOrganiser(NIA, 'registration');
  const { token } = await server.getLogin(NIA, PASSWORD);
  const { provider } = server.identity;
  const { expiresMs: _end, ...identity } = await identify(provider, token);
  return { server, provider, token, identity };
}

/** A guard that watches a connection. */
function guard(provider: IdentityProvider, token: string, identity: Identity) {
  const events = new EventEmitter();
  const { logger, lines } = createRecordingLogger();
  const sessionGuard = new SessionGuard(provider, events, logger, 100);
  onTestFinished(() => sessionGuard.close());
  const onRevoked = vi.fn();
  sessionGuard.watch({ token, identity, onRevoked });
  return { events, lines, onRevoked };
}

describe('a guarded connection', () => {
  test('is closed at the end of its session', async () => {
    // The guard uses the real clock, the session the test's: it is about to end.
    const clock = new TestClock();
    clock.nowMs = Date.now() - 24 * HOUR_MS;
    const server = await startIdentityServer(await openRace(), {}, clock);
    await server.addOrganiser('late@example.org', 'admin');
    const { token } = await server.getLogin('late@example.org', PASSWORD);
    const { provider } = server.identity;
    const identity = await identify(provider, token);
    const realCheck = provider.check.bind(provider);
    const checks: boolean[] = [];
    let last: Promise<TokenCheck> = Promise.resolve({ refusal: NOT_SIGNED_IN });
    vi.spyOn(provider, 'check').mockImplementation((...asked) => {
      last = last.then(async () => {
        const found = await realCheck(...asked);
        checks.push('identity' in found);
        // At the next check the session has ended.
        clock.nowMs += 24 * HOUR_MS;
        return found;
      });
      return last;
    });
    const { onRevoked } = guard(provider, token, identity);
    await eventually(() => expect(onRevoked).toHaveBeenCalledOnce());
    expect(checks).toEqual([true, false]);
  });

  test('[AC6] doesn’t prolong its session', async () => {
    const { server, provider, token, identity } = await openEndless(await openRace());
    server.clock.nowMs += 12 * HOUR_MS - 1;
    const check = vi.spyOn(provider, 'check');
    const { events, onRevoked } = guard(provider, token, identity);
    await eventually(() => expect(check).toHaveResolved());
    expect(onRevoked).not.toHaveBeenCalled();
    server.clock.nowMs += 1;
    events.emit('accounts');
    await eventually(() => expect(onRevoked).toHaveBeenCalledOnce());
  });

  test('stays open while the session can’t be checked, and is then closed', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const place = { url: redis.url, raceKey: uniqueRaceKey() };
    const { provider, token, identity } = await openEndless(place);
    const { events, lines, onRevoked } = guard(provider, token, identity);
    await redis.kill();
    events.emit('accounts');
    const asksAgain = { msg: 'Cannot verify an open connection; asking again' };
    await eventually(() => expect(lines).toContainEqual(expect.objectContaining(asksAgain)));
    expect(onRevoked).not.toHaveBeenCalled();
    // It restarts without the session.
    await redis.restart();
    await eventually(() => expect(onRevoked).toHaveBeenCalledOnce());
  });
});
