const HOME = '/admin';

/**
 * Where to go after signing in: an address of this page, as the gate writes it
 * into `?next=`. Anything else, which somebody may have put into a link, gives
 * the first screen.
 */
export function parseNext(next: string | null, origin: string): string {
  if (next === null || !URL.canParse(next, origin)) return HOME;
  const url = new URL(next, origin);
  const path = url.pathname + url.search + url.hash;
  // Two slashes in front would name another host.
  const isHere = url.origin === origin && !path.startsWith('//');
  return isHere && url.pathname !== '/login' ? path : HOME;
}
