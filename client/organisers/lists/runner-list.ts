import type { AdminBody, AdminRunner, RunnersDelta } from '#shared/wire/runners-api.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { compareText } from '#shared/scoring/order.ts';

/** All runners at one version. */
export interface RunnerList extends Head {
  /** By last name, ignoring capitals. */
  readonly runners: readonly AdminRunner[];
  readonly byId: ReadonlyMap<string, AdminRunner>;
}

export function readRunners({ epoch, version, resultData }: AdminBody): RunnerList {
  return { epoch, version, ...sortRunners(resultData) };
}

/** Whether a list has everything up to a head of the server. */
export function covers(list: RunnerList | undefined, { epoch, version }: Head): boolean {
  return list?.epoch === epoch && list.version >= version;
}

/** The list after a delta, the same one for an old delta; undefined if changes before it are missing. */
export function changeRunners(
  list: RunnerList | undefined,
  delta: RunnersDelta,
): RunnerList | undefined {
  const { epoch, from, version, upsert, remove } = delta;
  if (list?.epoch !== epoch || from > list.version) return undefined;
  if (version <= list.version) return list;
  const changed = new Set([...remove, ...upsert.map(({ runnerId }) => runnerId)]);
  const others = list.runners.filter(({ runnerId }) => !changed.has(runnerId));
  return { epoch, version, ...sortRunners([...others, ...upsert]) };
}

function sortRunners(all: readonly AdminRunner[]): Pick<RunnerList, 'runners' | 'byId'> {
  const runners = all.toSorted((a, b) => compareText(sortKeyOf(a), sortKeyOf(b)));
  return { runners, byId: new Map(runners.map((runner) => [runner.runnerId, runner])) };
}

const sortKeys = new WeakMap<AdminRunner, string>();

function sortKeyOf(runner: AdminRunner): string {
  const { lastName, firstName, runnerId } = runner;
  let key = sortKeys.get(runner);
  if (key === undefined) {
    key = `${lastName}\0${firstName}\0`.toLowerCase() + runnerId;
    sortKeys.set(runner, key);
  }
  return key;
}
