import { expect, test } from 'vitest';

import { listRoutes } from '#server/list-routes.ts';
import { createLogger } from '#server/observe/logger.ts';
import { Metrics } from '#server/observe/metrics.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { listProtocolCalls, type ProtocolCall } from '#tests/support/protocol-calls.ts';

const openRace = provideOrganisersRace();

test('[CL34] the calls that are mounted are those of PROTOCOL.md: address, who and body', async () => {
  const { context } = await (await openRace()).serve();
  const sources = { ...context, metrics: new Metrics(), logger: createLogger('silent') };
  const mounted = listRoutes(sources).map(({ method, path, who, takes }) => ({
    method,
    path,
    who,
    takes,
  }));
  expect(inOrder(mounted)).toEqual(inOrder(listProtocolCalls()));
});

function inOrder(calls: readonly ProtocolCall[]): ProtocolCall[] {
  return calls.toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}
