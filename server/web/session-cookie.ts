import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { Application, Request } from 'express';

import type { ServerConfig } from '#server/config/config.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { AUTH_HEADER } from '#shared/wire/auth-api.ts';

import { listHosts } from './client-address.ts';

/** The addresses of this service for browsers, and its race. */
export type SiteSettings = Pick<ServerConfig, 'publicOrigin' | 'trustProxy' | 'raceKey'>;

type Sent = Pick<IncomingMessage, 'headers'>;

/** The longest session (ACCOUNTS.md AC6); the server ends it. */
const MAX_AGE_S = (24 * HOUR_MS) / 1000;
/** Far more cookies than this service sets; the rest is ignored. */
const MAX_COOKIES = 50;
const READ_METHODS = new Set(['GET', 'HEAD']);

/**
 * Whether a page of this service sent a request: by `Sec-Fetch-Site`, which no page can set, else by `Origin`;
 * undefined without either, as from programs.
 */
function isFromOwnPage({ headers }: Sent, site: SiteSettings): boolean | undefined {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  const { origin } = headers;
  return origin === undefined ? undefined : isOwnOrigin({ headers }, origin, site);
}

/**
 * Whether an origin is this service's own: the configured one, or that of the address of the request (behind
 * `trustProxy` proxies, the address received by the outermost).
 */
export function isOwnOrigin(
  sent: Sent,
  origin: string,
  { publicOrigin, trustProxy }: Pick<SiteSettings, 'publicOrigin' | 'trustProxy'>,
): boolean {
  if (origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  return listHosts(sent, trustProxy).includes(new URL(origin).host);
}

/**
 * The token of a call: of the header `authtoken`, else of the session cookie. Browsers add cookies to requests of other
 * sites, so for methods other than GET and HEAD the cookie counts only from a page of this service (PROTOCOL.md CL81).
 */
export function findCallToken(req: Request): string | undefined {
  const header = req.get(AUTH_HEADER);
  if (header !== undefined) return header;
  const site = siteOf(req);
  if (!READ_METHODS.has(req.method) && isFromOwnPage(req, site) !== true) return undefined;
  return readCookie(req.headers, site);
}

/**
 * The token of the cookie of a websocket, for a page of this service alone. Every browser sends `Origin` with it.
 */
export function findSocketToken(request: Sent, site: SiteSettings): string | undefined {
  const { origin } = request.headers;
  const isOwn = origin !== undefined && isOwnOrigin(request, origin, site);
  return isOwn ? readCookie(request.headers, site) : undefined;
}

/** Sets the cookie with the token of a session, unless a page of another site asked. */
export function giveCookie(req: Request, token: string): void {
  setCookie(req, token, MAX_AGE_S);
}

/** Removes the cookie, unless a page of another site asked. */
export function takeCookie(req: Request): void {
  setCookie(req, '', 0);
}

function setCookie(req: Request, value: string, maxAgeS: number): void {
  const site = siteOf(req);
  if (isFromOwnPage(req, site) === false) return;
  const isSecure = isOverTls(req, site);
  const name = nameCookie(site, isSecure);
  const secure = isSecure ? '; Secure' : '';
  req.res?.append(
    'Set-Cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/**
 * The name of the cookie. Cookies are shared between ports, so the key of the race separates two services at one host.
 * The prefix keeps a neighbouring host, or a page without TLS, from setting it.
 */
export function nameCookie({ raceKey }: Pick<SiteSettings, 'raceKey'>, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}session-${raceKey}`;
}

/** A cookie without the prefix counts only on requests without TLS. */
function readCookie(headers: IncomingHttpHeaders, site: SiteSettings): string | undefined {
  const parts = (headers.cookie ?? '').split(';', MAX_COOKIES).map((part) => part.trim());
  const find = (isSecure: boolean): string | undefined => {
    const start = `${nameCookie(site, isSecure)}=`;
    return parts.find((part) => part.startsWith(start))?.slice(start.length);
  };
  return find(true) ?? (isOverTls({ headers }, site) ? undefined : find(false));
}

/** Whether the browser used HTTPS, which ends at the proxy. */
function isOverTls({ headers }: Sent, { publicOrigin, trustProxy }: SiteSettings): boolean {
  const [scheme] = String((trustProxy > 0 && headers['x-forwarded-proto']) || '').split(',');
  if (scheme?.trim() === 'https') return true;
  if (!publicOrigin?.startsWith('https:')) return false;
  const { host } = new URL(publicOrigin);
  return listHosts({ headers }, trustProxy).includes(host);
}

const SITE = 'site';

/** Gives an application the settings for the functions above. */
export function keepSite(app: Application, site: SiteSettings): void {
  app.set(SITE, site);
}

function siteOf(req: Request): SiteSettings {
  return req.app.get(SITE) as SiteSettings;
}
