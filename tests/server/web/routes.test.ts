import { expect, test } from 'vitest';
import * as z from 'zod';

import { listRoutes } from '#server/list-routes.ts';
import { createLogger } from '#server/observe/logger.ts';
import { Metrics } from '#server/observe/metrics.ts';
import { correctionSchema } from '#shared/model/decision-schemas.ts';
import { controlSchema } from '#server/store/codec-of-decisions.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { listProtocolCalls, type ProtocolCall } from '#tests/support/protocol-calls.ts';

const openRace = provideOrganisersRace();

test('[CL34] the mounted calls are those of PROTOCOL.md: address, right and body', async () => {
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

test('[CL14] each list that a call takes has a most, and so has each list of a stored decision', async () => {
  const { context } = await (await openRace()).serve();
  const sources = { ...context, metrics: new Metrics(), logger: createLogger('silent') };
  const schemas = listRoutes(sources).flatMap(({ path, schema }) =>
    schema ? [[path, schema]] : [],
  );
  const stored = [
    ['a correction', correctionSchema],
    ['race control', controlSchema],
  ] as const;
  const lists = [...(schemas as [string, z.ZodType][]), ...stored].flatMap(([name, schema]) =>
    listLists(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).map((most) => ({
      name,
      most,
    })),
  );
  expect(lists.length).toBeGreaterThan(6);
  expect(lists.filter(({ most }) => most === undefined)).toEqual([]);
});

/** The most that each list within a JSON schema may hold. */
function listLists(schema: unknown): unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxItems } = schema as { type?: unknown; maxItems?: unknown };
  return [...(type === 'array' ? [maxItems] : []), ...Object.values(schema).flatMap(listLists)];
}

function inOrder(calls: readonly ProtocolCall[]): ProtocolCall[] {
  return calls.toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}
