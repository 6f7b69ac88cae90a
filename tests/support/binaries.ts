import { findChromium, findRedisServer } from '#server/bootstrap/binaries.mjs';

/** The Redis the tests run against: `REDIS_SERVER_PATH`, else the one on PATH. */
export function getRedisServerPath(): string {
  return getFound(findRedisServer(process.env), 'redis-server', 'REDIS_SERVER_PATH');
}

/** The browser the tests drive: `CHROMIUM_PATH`, else the one on PATH. */
export function getChromiumPath(): string {
  return getFound(findChromium(process.env), 'Chromium', 'CHROMIUM_PATH');
}

function getFound(path: string | undefined, name: string, setting: string): string {
  if (path === undefined) {
    throw new Error(`${name} is not on PATH. Run the tests by \`npm test\`, or set ${setting}.`);
  }
  return path;
}
