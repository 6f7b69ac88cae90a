import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Response, Router } from 'express';
import type { IncomingMessage } from 'node:http';

import { findScreen } from '#shared/wire/screens.ts';
import { compressedPath, tagOfBytes } from '#server/system/compressed-forms.mjs';
import { codeOf } from '#server/system/errors.mjs';

import { CachedBody, type Encoding } from './cached-body.ts';
import { PageDocument, type PageTags, type RenderedScreen } from './page-document.ts';
import { type CachePolicy, type PreparedAnswer, sendBody } from './send-body.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^(text\/|application\/|image\/svg)/;
const FORMS = ['br', 'gzip'] as const;

interface StaticFile {
  readonly body: CachedBody;
  readonly policy: CachePolicy;
}

export interface StaticFiles {
  readonly routes: Router;
  /** The address of the entry script, whose name has a hash of all that it loads; empty without one. */
  readonly build: string;
  /** The results and the files of the page, which the routes serve too. */
  readonly prepared: readonly PreparedAnswer[];
  /** The file at an address, for routes with another cache policy. */
  readonly find: (address: string) => CachedBody | undefined;
}

/** The description of a public screen in its document. */
export interface PageDescription {
  /** False if there is nothing to show, which the page explains. */
  readonly isFound: boolean;
  /** Undefined for example before the race is loaded. */
  readonly tags?: PageTags;
  /** The server-rendered first screen. */
  readonly screen?: RenderedScreen;
  /** Whether search engines are to skip it. */
  readonly isUnlisted?: boolean;
}

/** Describes the public screen at an address; undefined for any other address. */
export type DescribePage = (request: IncomingMessage) => Promise<PageDescription | undefined>;

const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/** The `Accept` header of a browser that opens an address; other callers are left to the routes. */
const WANTS_PAGE = /^text\/html(?:,|$)/;

/**
 * Serves the built page from memory, with the compressed forms of the build. Files with a hash of their content in the
 * name are cached for good. `script` prepares the first screens of documents that have one.
 */
export async function createStaticFiles(
  root: string,
  describe: DescribePage,
  script?: string,
): Promise<StaticFiles> {
  const files = await loadFiles(root);
  const page = files.get('/index.html');
  if (!page)
    throw new Error(`The page is not built: ${root} has no index.html. Run npm run build.`);
  files.delete('/index.html');
  const html = (await page.body.encode('identity')).toString();
  const [, build = ''] = ENTRY.exec(html) ?? [];
  const document = new PageDocument(html, script);
  const bodyOf = (described: PageDescription | undefined): CachedBody =>
    described?.tags ? document.describe(described.tags, described.screen) : page.body;
  const routes = Router();
  routes.get('/{*path}', async (req, res, next) => {
    const file = files.get(req.path);
    if (file) await sendBody(req, res, file.body, file.policy);
    // `.html`: a page of a past race that was removed.
    else if (!req.accepts('html') || !['', '.html'].includes(path.extname(req.path))) next();
    else {
      const described = await describe(req);
      const isFound = described ? described.isFound : findScreen(req.path) !== undefined;
      if (!isFound) res.status(404);
      if (!described) keepFromFrames(res);
      if (!isFound || !described || described.isUnlisted) res.set('X-Robots-Tag', 'noindex');
      await sendBody(req, res, bodyOf(described), page.policy);
    }
  });
  const results: PreparedAnswer = {
    path: '/',
    policy: page.policy,
    getBody: (request) =>
      WANTS_PAGE.test(request.headers.accept ?? '') ? describe(request).then(bodyOf) : undefined,
  };
  const parts = [...files].map(([path, { policy, body }]) => ({
    path,
    policy,
    getBody: () => body,
  }));
  return {
    routes,
    build,
    prepared: [results, ...parts],
    find: (address) => files.get(address)?.body,
  };
}

/**
 * The results are embedded in clubs' pages, but in another site's frame an organiser could be tricked into pressing
 * hidden buttons of an organisers' screen. The page can open those screens without another document, so it also checks
 * for a frame.
 */
function keepFromFrames(res: Response): void {
  res.append('Content-Security-Policy', "frame-ancestors 'self'");
  res.set('X-Frame-Options', 'SAMEORIGIN');
}

async function loadFiles(root: string): Promise<Map<string, StaticFile>> {
  const names = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => !path.relative(root, name).startsWith('.'));
  const loaded = await Promise.all(
    names.map(async (name) => {
      const url = `/${path.relative(root, name).split(path.sep).join('/')}`;
      return [url, await loadFile(root, name, url)] as const;
    }),
  );
  return new Map(loaded);
}

async function loadFile(root: string, name: string, url: string): Promise<StaticFile> {
  const bytes = await readFile(name);
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
  const tag = tagOfBytes(bytes);
  const body = new CachedBody({
    type,
    bytes,
    etag: `"${tag}"`,
    isPacked: !COMPRESSIBLE.test(type),
    encoded: await readForms(root, tag),
  });
  return { body, policy: url.startsWith('/assets/') ? 'forever' : 'revalidate' };
}

/** The compressed forms of a file made by the build. */
async function readForms(root: string, tag: string): Promise<Map<Encoding, Buffer>> {
  const forms = new Map<Encoding, Buffer>();
  for (const encoding of FORMS) {
    try {
      forms.set(encoding, await readFile(compressedPath(root, tag, encoding)));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
  return forms;
}
