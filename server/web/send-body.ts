import type { Request, Response } from 'express';

import type { VersionedBody } from './versioned-body.ts';

/**
 * Who may keep a body. Of public ones shared caches may, for a second, so that
 * a crowd behind one costs one request a second; browsers ask each time.
 */
const CACHE_CONTROL = {
  public: 'public, max-age=0, s-maxage=1',
  private: 'private, no-cache',
} as const;

/** Sends a prepared body, or 304 to whoever has it. */
export async function sendBody(
  req: Request,
  res: Response,
  body: VersionedBody,
  audience: keyof typeof CACHE_CONTROL = 'public',
): Promise<void> {
  res.set({
    ETag: body.etag,
    'Cache-Control': CACHE_CONTROL[audience],
    Vary: 'Accept-Encoding',
  });
  if (isCached(req.get('if-none-match'), body.etag)) {
    res.status(304).end();
    return;
  }
  const encoding = body.choose(req.acceptsEncodings());
  const bytes = await body.encode(encoding);
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.type('application/json').set('Content-Length', String(bytes.length));
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

/** RFC 9110 13.1.2: weak comparison against a list of tags, or `*`. */
function isCached(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => opaqueTag(tag) === opaqueTag(etag));
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
