import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Held while a scanner runs for a source: two at once would take each other's journals for left ones. */
export interface SourceLock {
  release(): Promise<void>;
}

/** Another scanner of the same source runs on this data folder. */
export class SourceBusyError extends Error {
  override readonly name = 'SourceBusyError';
}

interface Holder {
  readonly pid: number;
  /** When the process with this pid started, where the system tells: pids are used again. */
  readonly startedAt: string;
}

/** Takes the lock of a source folder; one whose holder is gone does not count. */
export async function takeSourceLock(folderPath: string, source: string): Promise<SourceLock> {
  const path = join(folderPath, 'lock');
  const mine = `${path}.${process.pid}`;
  const holder: Holder = { pid: process.pid, startedAt: await findProcessStart(process.pid) };
  await writeFile(mine, JSON.stringify(holder));
  try {
    // Linking, unlike writing, makes the whole lock appear at once or not at all.
    while (!(await tryLink(mine, path))) {
      const found = await readHolder(path);
      if (found && (await isRunning(found.holder))) {
        throw new SourceBusyError(
          `A scanner for ${source} is already running here (process ${found.holder.pid}). ` +
            'End it first, or give this one another --source name.',
        );
      }
      if (found) await putAway(path, found.text);
    }
  } finally {
    await rm(mine, { force: true });
  }
  return { release: async () => rm(path, { force: true }) };
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<{ text: string; holder: Holder } | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    const [, pid = '0'] = /"pid":(\d+)/.exec(text) ?? [];
    const [, startedAt = ''] = /"startedAt":"([^"]*)"/.exec(text) ?? [];
    return { text, holder: { pid: Number(pid), startedAt } };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Removes a stale lock, unless another scanner has done so and taken it in between. */
async function putAway(path: string, staleText: string): Promise<void> {
  const away = `${path}.stale-${process.pid}`;
  try {
    await rename(path, away);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(away, 'utf8')) !== staleText) await tryLink(away, path);
  await rm(away);
}

async function isRunning({ pid, startedAt }: Holder): Promise<boolean> {
  if (pid === 0 || pid === process.pid) return false;
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
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold blanks and brackets; the fields after it do not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()} ${fields[19] ?? ''}`;
  } catch {
    return '';
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
