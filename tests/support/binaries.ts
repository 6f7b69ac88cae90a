import { findTool, REDIS } from '#server/bootstrap/setup.mjs';

import { CHROMIUM, NGINX } from './system-tools.ts';

/** The Redis the tests run against: `REDIS_SERVER_PATH`, else the one on PATH. */
export function getRedisServerPath(): string {
  return getFound(findTool(REDIS, process.env), 'redis-server', 'REDIS_SERVER_PATH');
}

/** The browser the tests drive: `CHROMIUM_PATH`, else the one on PATH. */
export function getChromiumPath(): string {
  return getFound(findTool(CHROMIUM, process.env), 'Chromium', 'CHROMIUM_PATH');
}

/** The proxy the tests put in front of instances: `NGINX_PATH`, else the one that is installed. */
export function getNginxPath(): string {
  return getFound(findTool(NGINX, process.env), 'nginx', 'NGINX_PATH');
}

function getFound(path: string | undefined, name: string, setting: string): string {
  if (path === undefined) {
    throw new Error(`${name} is not on PATH. Run the tests by \`npm test\`, or set ${setting}.`);
  }
  return path;
}
