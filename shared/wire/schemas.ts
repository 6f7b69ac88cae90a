import * as z from 'zod/mini';

import type { Head } from './http-api.ts';

/**
 * Parts of what organisers are sent. Types follow from these schemas, and the page validates messages with them.
 * Spectators' pages have hand-written guards instead (`client/live/wire-guards.ts`): zod takes three times as long for
 * a race of 32,000 rows, and 5 kB of their first load.
 */
export const nonEmpty = z.string().check(z.minLength(1));

export const head = z.object({
  epoch: nonEmpty,
  version: z.number(),
}) satisfies z.ZodMiniType<Head>;

export function listOf<T extends z.ZodMiniType>(part: T) {
  return z.readonly(z.array(part));
}

/** A text whose type says more than is checked. */
export function textAs<T extends string>() {
  return z.custom<T>((value) => typeof value === 'string');
}

/** A guard that checks a value against a schema, and leaves the value unchanged. */
export function fits<T>(schema: z.ZodMiniType<T>): (value: unknown) => value is T {
  return (value): value is T => schema.safeParse(value).success;
}
