import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Request, Response } from 'express';
import { Router } from 'express';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSIBLE = /^(text\/|application\/|image\/svg)/;

interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  /** Under way since the start; the page is served without waiting for all of it. */
  readonly br: Promise<Buffer> | undefined;
  readonly gzip: Promise<Buffer> | undefined;
  readonly cacheControl: string;
}

/** Addresses the page answers itself; any other address is told to be unknown. */
const PAGE_PATHS = new Set([
  '/',
  '/login',
  '/changes',
  '/admin',
  '/missing',
  '/import',
  '/imageuploadlogo',
  '/imageuploadbg',
  '/conf',
  '/accounts',
]);

/**
 * Serves the built page from memory, each file compressed once at the start
 * with the strongest setting. Files named by their content are kept for good.
 */
export async function createStaticFiles(root: string): Promise<Router> {
  const files = await loadFiles(root);
  const page = files.get('/index.html');
  if (!page)
    throw new Error(`The page is not built: ${root} has no index.html. Run npm run build.`);
  const routes = Router();
  routes.get('/{*path}', async (req, res, next) => {
    const file = files.get(req.path);
    if (file && file !== page) await sendFile(req, res, file);
    else if (!req.accepts('html') || path.extname(req.path)) next();
    else {
      if (!PAGE_PATHS.has(req.path.replace(/(?<=.)\/$/, ''))) res.status(404);
      if (req.path !== '/') keepFromFrames(res);
      await sendFile(req, res, page);
    }
  });
  return routes;
}

/**
 * The results are embedded in clubs' pages; an organisers' screen in another
 * site's frame could have its buttons pressed by who cannot see them.
 * From the results the page comes to those screens without asking for another
 * document: it then draws none of them itself.
 */
function keepFromFrames(res: Response): void {
  res.append('Content-Security-Policy', "frame-ancestors 'self'");
  res.set('X-Frame-Options', 'SAMEORIGIN');
}

async function loadFiles(root: string): Promise<Map<string, StaticFile>> {
  const names = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const loaded = await Promise.all(
    names.map(async (name) => {
      const url = `/${path.relative(root, name).split(path.sep).join('/')}`;
      return [url, await loadFile(name, url)] as const;
    }),
  );
  return new Map(loaded.filter(([url]) => !url.startsWith('/.')));
}

async function loadFile(name: string, url: string): Promise<StaticFile> {
  const bytes = await readFile(name);
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
  const isCompressible = COMPRESSIBLE.test(type) && bytes.length > 500;
  return {
    type,
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`,
    br: isCompressible
      ? compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      : undefined,
    gzip: isCompressible ? compressGzip(bytes, { level: 9 }) : undefined,
    cacheControl: url.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=0, must-revalidate',
  };
}

async function sendFile(req: Request, res: Response, file: StaticFile): Promise<void> {
  res.set({
    'Content-Type': file.type,
    ETag: file.etag,
    'Cache-Control': file.cacheControl,
    Vary: 'Accept-Encoding',
  });
  if (res.statusCode === 200 && req.fresh) {
    res.status(304).end();
    return;
  }
  const accepted = req.acceptsEncodings();
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && accepted.includes(name));
  if (encoding) res.set('Content-Encoding', encoding);
  const body = (encoding && (await file[encoding])) ?? file.bytes;
  res.set('Content-Length', String(body.length));
  res.end(req.method === 'HEAD' ? undefined : body);
}
