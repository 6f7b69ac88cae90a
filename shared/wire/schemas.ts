import * as z from 'zod/mini';

import type { Head } from './http-api.ts';

/**
 * Parts of what organisers are sent. Types follow from these schemas, and the
 * page checks with them what comes. Spectators' pages have hand-made guards in
 * their place (`client/live/wire-guards.ts`): zod takes three times as long for
 * a race of 32,000 rows, and 5 kB of their first load.
 */
export const nonEmpty = z.string().check(z.minLength(1));

export const head = z.object({
  epoch: nonEmpty,
  version: z.number(),
}) satisfies z.ZodMiniType<Head>;

/** A list that nobody may change. */
export function listOf<T extends z.ZodMiniType>(part: T) {
  return z.readonly(z.array(part));
}

/** A text of which the type says more than is checked: a later release may have values that are new here. */
export function textAs<T extends string>() {
  return z.custom<T>((value) => typeof value === 'string');
}

/** A guard that holds a value against a schema, and leaves the value as it came. */
export function fits<T>(schema: z.ZodMiniType<T>): (value: unknown) => value is T {
  return (value): value is T => schema.safeParse(value).success;
}
