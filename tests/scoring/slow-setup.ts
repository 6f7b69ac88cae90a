import usual from '#shared/templates/three-distances.json' with { type: 'json' };
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';

/*
 * What the slow scorer takes from the document of a race, by the rules alone (RULES.md RD, VS, MB, ST12).
 */

/** A visit of a course, by its name among the splits: the point, from the second time on with its number. */
export interface SlowVisit {
  readonly name: string;
  readonly point: string;
  readonly leastMs: number;
  readonly isShown: boolean;
}

export function readSlowly({ setup }: RaceConfig): RaceSetup {
  return setup === '' ? (usual as unknown as RaceSetup) : (JSON.parse(setup) as RaceSetup);
}

export function visitsSlowly(setup: RaceSetup, event: string): SlowVisit[] {
  const distance = setup.distances.find(({ code }) => code === event);
  const course = setup.courses.find(({ id }) => id === distance?.course);
  const visits = course?.visits ?? [];
  return visits.map(({ point, leastLeg, isPublic }, at) => {
    const nth = visits.slice(0, at + 1).filter((visit) => visit.point === point).length;
    return {
      name: nth === 1 ? point : `${point}.${nth}`,
      point,
      leastMs: readSpan(leastLeg ?? '') ?? 0,
      isShown: isPublic !== false,
    };
  });
}

/** The names of all splits, in their order. */
export function splitsSlowly(setup: RaceSetup): string[] {
  const names: string[] = [];
  for (const { code } of setup.distances) {
    for (const { name } of visitsSlowly(setup, code)) if (!names.includes(name)) names.push(name);
  }
  return names;
}

/** Every point of an event; none of an event that is not there. */
export function pointsSlowly(setup: RaceSetup, event: string): string[] {
  const distance = setup.distances.find(({ code }) => code === event);
  if (!distance) return [];
  const climbs = setup.segments.filter(({ code }) => distance.segments.includes(code));
  return [
    'start',
    ...visitsSlowly(setup, event).map(({ point }) => point),
    ...climbs.flatMap(({ from, to }) => [from, to]),
    'finish',
  ];
}

export function gunSlowly(
  runner: Runner,
  setup: RaceSetup,
  config: RaceConfig,
): number | undefined {
  const ofEvent = setup.distances.some(({ code }) => code === runner.event)
    ? (readStart(config.starts[runner.event]) ?? readStart(config.raceStart))
    : undefined;
  const waves = setup.waves.filter(({ distance }) => distance === runner.event);
  const bib = /^[0-9]+$/.test(runner.bibNumber) ? Number(runner.bibNumber) : Number.NaN;
  const named = waves.filter(({ id }) => id === runner.wave);
  const fit = waves.filter(
    ({ who }) =>
      (who?.categories ?? []).includes(runner.ageGroup) ||
      (who?.bibs ?? []).some(([from, to]) => bib >= from && bib <= to),
  );
  const [wave] = [...named, ...fit];
  const gun = (wave && readStart(config.starts[wave.id])) ?? ofEvent;
  const own = runner.ownStart ?? '';
  const sign = own[0];
  if (sign !== '+' && sign !== '-') return readStart(own) ?? gun;
  const parts = own.slice(1).split(':').map(Number);
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return gun === undefined ? undefined : gun + (sign === '-' ? -1000 : 1000) * seconds;
}

/** Reads in order, grouped with the one before if within a minute. */
function groupByMinute(reads: readonly Scan[]): Scan[][] {
  const groups: Scan[][] = [];
  for (const [at, read] of reads.entries()) {
    const before = reads[at - 1];
    if (before && read.timeMs - before.timeMs < 60_000) groups.at(-1)?.push(read);
    else groups.push([read]);
  }
  return groups;
}

/** Whether another read of the passing counts in its place, at each of its points of the course. */
export function isPassedOver(
  scan: Scan,
  ordered: readonly Scan[],
  setup: RaceSetup,
  course: readonly string[],
): boolean {
  const its = scan.points.filter((point) => course.includes(point));
  return (
    its.length > 0 &&
    its.every((id) => {
      const point = setup.points.find((one) => one.id === id);
      if (!point || ((point.sources ?? []).length === 0 && point.pick === undefined)) return false;
      const there = ordered.filter(({ points }) => points.includes(id));
      const passing = groupByMinute(there).find((group) => group.includes(scan)) ?? [];
      const rank = (read: Scan): number => {
        if (read.isByHand) return 4;
        const line = point.sources?.find(({ source }) => source === read.source)?.line;
        return line === 'main' ? 1 : line === 'backup' ? 3 : 2;
      };
      const best = Math.min(...passing.map(rank));
      const left = passing.filter((read) => rank(read) === best);
      if (id === 'start' || point.pick === undefined) return !left.includes(scan);
      return scan !== (point.pick === 'first' ? left[0] : left.at(-1));
    })
  );
}

interface SlowPassing {
  /** The first read at each point. */
  readonly firsts: Map<string, Scan>;
  readonly fromMs: number;
  untilMs: number;
}

/** Which read is of which visit, by trying every way; `reads` are in order, and `canBe` says where each can be of. */
export function matchSlowly(
  reads: readonly Scan[],
  visits: readonly Pick<SlowVisit, 'name' | 'point' | 'leastMs'>[],
  canBe: (scan: Scan, point: string) => boolean,
): Map<string, Scan> {
  const points = [...new Set(visits.map(({ point }) => point))];
  const leastAt = (point: string): number =>
    Math.min(...visits.filter((visit) => visit.point === point).map(({ leastMs }) => leastMs));
  const passings: SlowPassing[] = [];
  for (const read of reads) {
    const its = points.filter((point) => canBe(read, point));
    if (its.length === 0) continue;
    const known = passings.findLast(({ firsts, fromMs, untilMs }) =>
      its.some(
        (point) =>
          firsts.has(point) &&
          (read.timeMs - untilMs < 60_000 || read.timeMs - fromMs < leastAt(point)),
      ),
    );
    if (known) known.untilMs = read.timeMs;
    const isLast = known !== undefined && known === passings.at(-1);
    const at = { fromMs: read.timeMs, untilMs: read.timeMs };
    const fresh = its.filter((point) => !known?.firsts.has(point));
    if (isLast) for (const point of fresh) known.firsts.set(point, read);
    else if (fresh.length > 0) {
      passings.push({ ...at, firsts: new Map(fresh.map((point) => [point, read])) });
    }
  }
  const fits = (p: number, v: number): boolean =>
    passings[p]?.firsts.has(visits[v]?.point ?? '') === true;
  // For each visit its passing, Infinity for none.
  const matchings = (p: number, v: number): number[][] => {
    if (v === visits.length) return [[]];
    const found = matchings(p, v + 1).map((rest) => [Infinity].concat(rest));
    for (let at = p; at < passings.length; at += 1) {
      if (fits(at, v)) found.push(...matchings(at + 1, v + 1).map((rest) => [at].concat(rest)));
    }
    return found;
  };
  const [best = []] = matchings(0, 0).toSorted((a, b) => {
    const at = a.findIndex((p, v) => p !== b[v]);
    return (
      countMatched(b) - countMatched(a) || (at === -1 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1)
    );
  });
  const matched = new Map<string, Scan>();
  for (const [v, { name, point }] of visits.entries()) {
    const read = passings[best[v] ?? -1]?.firsts.get(point);
    if (read) matched.set(name, read);
  }
  return matched;
}

function countMatched(matching: readonly number[]): number {
  return matching.filter(Number.isFinite).length;
}

/** The random races are run in British summer time: an hour ahead of UTC. */
function readStart(text: string | undefined): number | undefined {
  if (!/^\d{4}(-\d\d){5}$/.test(text ?? '')) return undefined;
  const [year, month, day, hour, minute, second] = (text ?? '').split('-');
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+01:00`);
}

export function readSpan(text: string): number | undefined {
  const parts = text.split(':').map(Number);
  if (parts.length !== 3 || parts.some(Number.isNaN)) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = parts;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
