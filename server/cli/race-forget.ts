import { CommandError } from '#server/system/command-error.ts';
import { changeRunner, REPLY_MISSING } from '#server/race/change-runner.ts';
import { type EarlierEntries, withoutPerson } from '#server/store/forget-runner.ts';
import type { ServerConfig } from '#server/config/config.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import { bandsOf } from '#shared/model/runner.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { escapeText, quoteGiven } from '#shared/model/text-rules.ts';

import { BACKUP_DAYS } from './race-backup.ts';

const BY = 'command line';

/** `race forget BIB`: returns the exit status. Lists the remaining data, and the day by which backups are deleted. */
export async function runForget(
  store: RaceStore,
  given: string,
  config: ServerConfig,
): Promise<number> {
  const runnerId = await findRunner(store, given);
  const leftChips = await forgetChips(store, runnerId);
  let texts = 0;
  let alike: EarlierEntries['alike'];
  do {
    const result = await forgetEntry(store, runnerId);
    const earlier = await store.findEarlierEntries(runnerId);
    ({ alike } = earlier);
    // The own history last: until then an interrupted run can find everything again.
    for (const id of [...earlier.same, runnerId]) texts += await store.forgetInHistory(id);
    if (result === 'Missing' && texts === 0) {
      throw new CommandError(
        `No runner has the bib or the id ${quoteGiven(given)}: nothing was changed.`,
      );
    }
    const { epoch } = await store.readHead();
    // Makes instances reload the log, and restarts a restore that has begun.
    await store.renewEpoch(epoch);
  } while (await isNamed(store, runnerId));
  console.log(
    `Forgotten: the result stays, under the bib alone. ${texts} older texts were changed.`,
  );
  // The append-only file has everything ever written until it is rewritten.
  if (!(await store.upkeep.rewriteLog())) {
    console.log('Left: the files of Redis, until BGREWRITEAOF, which it refused here.');
  }
  const { reports } = await store.readRecord();
  const own = reports.filter((report) => report.runnerId === runnerId);
  const notes = own.filter(({ text, saidBy }) => text || saidBy).length;
  if (notes > 0) {
    console.log(
      `Left: ${notes} notes on Roll-call in people's own words. Take back those that name them.`,
    );
  }
  if (leftChips.length > 0) {
    console.log(
      `Left: the chips ${leftChips.join(', ')}, since the result is made of their reads.`,
    );
  }
  printAlike(alike);
  printBackups(config.backupDir);
  return 0;
}

/** Forgets the runner's chips without reads; returns the others, whose reads make the result. */
async function forgetChips(store: RaceStore, runnerId: RunnerId): Promise<readonly string[]> {
  const { runners, chips, scans } = await store.readRecord();
  const runner = runners.find((one) => one.runnerId === runnerId);
  const bands = new Set(runner && bandsOf(runner));
  const own = Array.from(chips).flatMap(([code, bandId]) => (bands.has(bandId) ? code : []));
  const read = new Set<string>(scans.map(({ bandId }) => bandId));
  const unread = own.filter((code) => !read.has(code));
  // The log first: while the table has the chips, an interrupted run can find them again.
  await store.forgetChipsInHistory(unread);
  if (unread.length > 0) {
    await store.commit({
      ops: [{ op: 'put-chips', chips: Object.fromEntries(unread.map((code) => [code, null])) }],
      audit: { by: BY, action: 'chips', before: { chips: unread.length }, after: { chips: 0 } },
    });
  }
  return own.filter((code) => read.has(code));
}

/** Removes the person from the entry. A deleted runner has no entry, but may still be in the log. */
async function forgetEntry(store: RaceStore, runnerId: RunnerId): Promise<'Success' | 'Missing'> {
  const saved = await changeRunner({ store }, BY, (race) => {
    const runner = race.findEntry(runnerId);
    if (!runner) return REPLY_MISSING;
    const after = { ...withoutPerson(runner), rev: runner.rev + 1 };
    return { write: { runnerId, after, action: 'forget' } };
  });
  const { result } = saved.reply;
  if (result === 'Success' || result === 'Missing') return result;
  throw new CommandError(`Nothing was changed: the runner cannot be saved (${result}).`);
}

/** Whether a restore has since brought the person back. */
async function isNamed(store: RaceStore, runnerId: RunnerId): Promise<boolean> {
  const { runners } = await store.readRecord();
  const runner = runners.find((one) => one.runnerId === runnerId);
  return runner !== undefined && `${runner.firstName}${runner.lastName}` !== '';
}

function printAlike(alike: EarlierEntries['alike']): void {
  if (alike.length === 0) return;
  console.log(
    'Left: entries of earlier lists with the bib or the name. Forget those of the same person, too, each by its id:',
  );
  for (const { runnerId, bibNumber, firstName, lastName } of alike) {
    const name = escapeText(`${bibNumber} ${firstName} ${lastName}`.trim());
    console.log(`  ${escapeText(runnerId)}  ${name}`);
  }
}

function printBackups(folder: string | undefined): void {
  if (folder === undefined) return;
  const gone = new Date(Date.now() + BACKUP_DAYS * 24 * HOUR_MS).toISOString().slice(0, 10);
  console.log(
    `Left: the backups made until now in ${folder}. The next ones take their place by ${gone}; ` +
      'delete what was copied elsewhere.',
  );
}

/** Finds a runner by the bib or the id; deleted runners are known by the id only. */
async function findRunner(store: RaceStore, given: string): Promise<RunnerId> {
  const { runners } = await store.readRecord();
  const found = runners.filter(({ bibNumber, runnerId }) =>
    [bibNumber, String(runnerId)].includes(given),
  );
  if (found.length > 1) {
    const ids = found.map(({ runnerId }) => `  ${runnerId}`).join('\n');
    throw new CommandError(
      `${found.length} runners have the bib ${quoteGiven(given)}. Name one by the id:\n${ids}`,
    );
  }
  const [runner] = found;
  if (runner) return runner.runnerId;
  return asRunnerId(given);
}
