import { createHash } from 'node:crypto';
import type { LiveRace } from '#server/race/live-race.ts';
import { presentAdminRunner } from '#server/race/present-admin-runner.ts';
import { presentLastSeen, presentMissingDetails } from '#server/race/present-missing.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { compareText } from '#shared/scoring/compare-text.ts';
import type { AdminBody, AdminRunner, HistoryEntry } from '#shared/wire/runners-api.ts';
import type { MissingBody } from '#shared/wire/missing-api.ts';
import type { AuditedChange } from '#server/store/audit-log.ts';

/** A change of a runner as organisers may see it. */
export function presentHistoryEntry(change: AuditedChange): HistoryEntry {
  return {
    version: change.version,
    at: change.at,
    by: change.by,
    action: change.action,
    before: change.before ? presentAdminRunner(change.before) : null,
    after: change.after ? presentAdminRunner(change.after) : null,
  };
}

/** The body of GET /apiadmin. */
export function renderAdminBody(race: LiveRace): AdminBody {
  return { resultData: presentInOrder(race.listRunners()), ...race.head };
}

/** The body of GET /mia. */
export function renderMissingBody(race: LiveRace): MissingBody {
  const runners = [...race.missing.runnerIds].flatMap((id) => race.findRunner(id) ?? []);
  const resultData = presentInOrder(runners);
  return {
    resultData,
    ...race.head,
    ...presentMissingDetails(race.missing),
    toCheck: race.toCheck,
    lastSeen: presentLastSeen(
      race.missing,
      resultData.map(({ runnerId }) => asRunnerId(runnerId)),
    ),
  };
}

/** By last name whatever the capitals (SCREENS.md SG1), the same on every instance. */
function presentInOrder(runners: Iterable<Runner>): AdminRunner[] {
  const keyed = Array.from(runners, (runner) => ({
    row: presentAdminRunner(runner),
    key: `${runner.lastName}\0${runner.firstName}\0`.toLowerCase() + runner.runnerId,
  }));
  return keyed.toSorted((a, b) => compareText(a.key, b.key)).map(({ row }) => row);
}

/** The tag of both bodies. Notices come and go without a version, and each instance has its own. */
export function tagOf({ head, missing: { notices } }: LiveRace): string {
  const suffix = notices.length === 0 ? '' : `-${hashOf(JSON.stringify(notices))}`;
  return `W/"${head.epoch}-${head.version}${suffix}"`;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url').slice(0, 12);
}
