/** In the address of the results where another site shows them in a frame, without their own header. */
export const EMBED_PARAM = 'embed';

/** Parameters that stay in the address from screen to screen. */
const KEPT_PARAMS = ['lang', EMBED_PARAM];

/** An address within the page, with the kept parameters of the current one. */
export function keepParams(to: string): string {
  const here = new URLSearchParams(location.search);
  const next = new URL(to, location.href);
  const missing = KEPT_PARAMS.filter((name) => here.has(name) && !next.searchParams.has(name));
  if (missing.length === 0) return to;
  for (const name of missing) next.searchParams.set(name, here.get(name) ?? '');
  return next.pathname + next.search + next.hash;
}
