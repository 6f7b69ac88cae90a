import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { getNginxPath } from './binaries.ts';
import { eventually } from './eventually.ts';
import { reservePort } from './free-port.ts';
import { HANGS_MS } from './hangs.ts';
import { startProcess } from './process.ts';
import { isListening } from './raw-http.ts';
import { createTempFolder } from './temp-folder.ts';

/** The documented configuration. */
const DOCUMENTED = join(import.meta.dirname, '../../docs/nginx.conf');
/** The folders for nginx's temporary files; the user may not write to the packaged ones. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** A busy instance may be slow: no second request for the same page may pass in the meantime. */
const WAITS_FOR_THE_FIRST = `proxy_cache_lock_timeout ${HANGS_MS}ms; proxy_cache_lock_age ${HANGS_MS}ms;`;

/** A real nginx in front of two instances. */
export interface Nginx {
  readonly url: string;
  readonly port: number;
}

/** Starts nginx with the documented configuration, except for ports and folders; ended with the test. */
export async function startNginx([first, second]: readonly [number, number]): Promise<Nginx> {
  const folder = createTempFolder();
  const port = await reservePort();
  const changes: readonly (readonly [string, string])[] = [
    ['127.0.0.1:3001', `127.0.0.1:${first}`],
    ['127.0.0.1:3002', `127.0.0.1:${second}`],
    ['listen 80 ', `listen 127.0.0.1:${port} `],
    ['/var/cache/nginx/splitcast', `"${join(folder, 'cache')}"`],
    ['http {', `http {\n${listTemporary(folder)}\n${WAITS_FOR_THE_FIRST}`],
  ];
  let text = readFileSync(DOCUMENTED, 'utf8');
  for (const [documented, ours] of changes) {
    expect(text).toContain(documented);
    text = text.replace(documented, () => ours);
  }
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, text);
  // Workers of a root nginx run as `nobody`, which may not read the folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const global = `${user}daemon off; pid "${join(folder, 'pid')}";`;
  const nginx = startProcess(getNginxPath(), ['-e', 'stderr', '-c', file, '-g', global]);
  onTestFinished(async () => void (await nginx.kill('SIGTERM')));
  await eventually(async () => {
    if (!nginx.running) return;
    expect(await isListening(port)).toBe(true);
  });
  if (!nginx.running) throw new Error(`nginx ended at once:\n${nginx.output}`);
  return { url: `http://127.0.0.1:${port}`, port };
}

function listTemporary(folder: string): string {
  return TEMPORARY.map((name) => `${name}_temp_path "${join(folder, name)}";`).join('\n');
}
