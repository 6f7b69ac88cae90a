import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LOCK_FORM = /^lock-(\d+)-[0-9a-f]+$/;
const ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 100;

/** Held while a scanner runs for a source: two at once would take each other's journals for left ones. */
export interface SourceLock {
  /** Puts it back where somebody removed it. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/** Another scanner of the same source runs on this data folder. */
export class SourceBusyError extends Error {
  override readonly name = 'SourceBusyError';
}

/**
 * Takes the lock of a source folder. Everyone first puts a lock file of their
 * own there and then looks for others: of two that start at once at least one
 * sees the other, steps back and tries again. Files of processes that are gone
 * are removed; since a file is never taken over, none that holds can be.
 */
export async function takeSourceLock(folderPath: string, source: string): Promise<SourceLock> {
  for (let attempt = 1; ; attempt += 1) {
    const name = `lock-${process.pid}-${randomBytes(6).toString('hex')}`;
    const path = join(folderPath, name);
    const renew = async (): Promise<void> => {
      await writeFile(`${path}.new`, await findProcessStart(process.pid));
      await rename(`${path}.new`, path);
    };
    await renew();
    const release = async (): Promise<void> => rm(path, { force: true });

    const rivalPid = await findRival(folderPath, name);
    if (rivalPid === undefined) return { renew, release };
    await release();
    if (attempt === ATTEMPTS) {
      throw new SourceBusyError(
        `A scanner for ${source} is already running here (process ${rivalPid}). ` +
          'End it first, or give this one another --source name.',
      );
    }
    await delay(Math.random() * LONGEST_PAUSE_MS);
  }
}

/** The pid of a running holder other than `ownName`, or undefined; removes what the dead left. */
async function findRival(folderPath: string, ownName: string): Promise<number | undefined> {
  for (const name of await readdir(folderPath)) {
    const pid = LOCK_FORM.exec(name)?.[1];
    if (pid === undefined || name === ownName) continue;
    const path = join(folderPath, name);
    const startedAt = await readFile(path, 'utf8').catch(ifMissing(undefined));
    if (startedAt === undefined) continue;
    if (await isRunning(Number(pid), startedAt)) return Number(pid);
    await rm(path, { force: true });
  }
  return undefined;
}

/** Pids are used again, so a process is known by its start too, where the system tells it. */
async function isRunning(pid: number, startedAt: string): Promise<boolean> {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    if (!isCode(error, 'EPERM')) return false;
  }
  return startedAt === (await findProcessStart(pid));
}

/** The boot and the tick in it at which a process started (Linux); empty where that is not told. */
async function findProcessStart(pid: number): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(ifMissing(''));
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ifMissing(''));
  // The program's name, in brackets, may hold blanks; the fields after it do not.
  const startTick = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${boot.trim()} ${startTick}`.trim();
}

/** Passes on every failure but that there is no such file (or, in /proc, no such process any more). */
function ifMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return instead;
    throw error;
  };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
