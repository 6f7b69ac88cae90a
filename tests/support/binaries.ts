import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Redis the tests run against: `REDIS_SERVER_PATH`, else the one on PATH. */
export function getRedisServerPath(): string {
  return getBinary('REDIS_SERVER_PATH', ['redis-server']);
}

/** The browser the tests drive: `CHROMIUM_PATH`, else the one on PATH. */
export function getChromiumPath(): string {
  return getBinary('CHROMIUM_PATH', ['chromium', 'chromium-browser', 'google-chrome']);
}

function getBinary(setting: string, names: readonly string[]): string {
  const given = process.env[setting];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isExecutable);
  if (found === undefined) {
    throw new Error(`${names.join(', ')}: none on PATH. Install one, or set ${setting}.`);
  }
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
