import {
  findChromium,
  findNginx,
  findRedisServer,
  findSwift,
} from '#server/bootstrap/binaries.mjs';

/** The Redis the tests run against: `REDIS_SERVER_PATH`, else the one on PATH. */
export function getRedisServerPath(): string {
  return getFound(findRedisServer(process.env), 'redis-server', 'REDIS_SERVER_PATH');
}

/** The browser the tests drive: `CHROMIUM_PATH`, else the one on PATH. */
export function getChromiumPath(): string {
  return getFound(findChromium(process.env), 'Chromium', 'CHROMIUM_PATH');
}

/** The proxy the tests put in front of instances: `NGINX_PATH`, else the one that is installed. */
export function getNginxPath(): string {
  return getFound(findNginx(process.env), 'nginx', 'NGINX_PATH');
}

/** The Python that has the store of the tests: `SWIFT_PYTHON`, else that of Debian. */
export function getSwiftPython(): string {
  return getFound(findSwift(process.env), 'OpenStack Swift', 'SWIFT_PYTHON');
}

function getFound(path: string | undefined, name: string, setting: string): string {
  if (path === undefined) {
    throw new Error(`${name} is not on PATH. Run the tests by \`npm test\`, or set ${setting}.`);
  }
  return path;
}
