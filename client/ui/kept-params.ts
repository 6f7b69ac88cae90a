/** Set in the address where another site shows the results in a frame, without their header. */
export const EMBED_PARAM = 'embed';

/** Parameters that navigation keeps. */
const KEPT_PARAMS = ['lang', EMBED_PARAM];

/** Adds the kept parameters of the current address to another one within the page. */
export function keepParams(to: string): string {
  const here = new URLSearchParams(location.search);
  const next = new URL(to, location.href);
  const missing = KEPT_PARAMS.filter((name) => here.has(name) && !next.searchParams.has(name));
  if (missing.length === 0) return to;
  for (const name of missing) next.searchParams.set(name, here.get(name) ?? '');
  return next.pathname + next.search + next.hash;
}
