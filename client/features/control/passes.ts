import type { Courses } from '#shared/model/courses.ts';
import { type ControlEntry, nameMarshal, type Report } from '#shared/model/decisions.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import type { RaceClock } from '#client/organisers/lists/race-clock.tsx';

/** A pass for a phone at a point (RULES.md MA1). */
export interface Pass {
  readonly entry: ControlEntry;
  readonly point: TimePoint;
  readonly name: string;
  readonly untilMs: EpochMs;
  /** When the phone's last report arrived; undefined before the first. */
  readonly heardMs: EpochMs | undefined;
}

export function listPasses(
  control: readonly ControlEntry[],
  reports: Iterable<Pick<Report, 'by' | 'enteredMs'>>,
  { points }: Courses,
): readonly Pass[] {
  const entries = control.filter(({ kind }) => kind === 'marshal');
  if (entries.length === 0) return [];
  const heard = new Map<string, EpochMs>();
  const hear = (by: string, atMs: EpochMs): void => {
    heard.set(by, Math.max(heard.get(by) ?? -Infinity, atMs));
  };
  for (const { by, enteredMs } of reports) hear(by, enteredMs);
  for (const { kind, by, atMs } of control) if (kind === 'sighting') hear(by, atMs);
  return entries
    .flatMap((entry): Pass[] => {
      const { point, text: name = '', untilMs } = entry;
      if (point === undefined || untilMs === undefined) return [];
      return [{ entry, point, name, untilMs, heardMs: heard.get(nameMarshal({ name, point })) }];
    })
    .toSorted(
      (a, b) =>
        points.indexOf(a.point) - points.indexOf(b.point) || a.name.localeCompare(b.name, 'en-GB'),
    );
}

/** `Dai, Cerrig`. */
export function namePass(
  { name, point }: Pick<Pass, 'name' | 'point'>,
  { config }: RaceClock,
): string {
  return `${isolateText(name)}, ${describePoint(point, config)}`;
}

/** The points where a marshal can stand: the start, the checkpoints and the finish of the events. */
export function listMarshalPoints(
  events: readonly EventCode[],
  courses: Courses,
): readonly TimePoint[] {
  return courses.points.filter((point) =>
    events.some((event) => courses.routeOf(event).includes(point)),
  );
}

const THIS_COMPUTER = /^(localhost|.+\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;

export function isThisComputer(url: string): boolean {
  return THIS_COMPUTER.test(new URL(url).hostname);
}

/** The address as phones reach it, one for each of the service's `networks`, such as `192.168.1.5/24`. */
export function listReachable(url: string, networks: readonly string[]): readonly string[] {
  if (!isThisComputer(url)) return [url];
  return networks.map((network) => {
    const reachable = new URL(url);
    reachable.hostname = network.replace(/\/.*/, '');
    return reachable.href;
  });
}

/** Why some phones cannot open an address; undefined if all can. */
export function warnOfAddress(url: string): string | undefined {
  const { hostname, protocol } = new URL(url);
  if (isThisComputer(url))
    return `No phone can open this: ${hostname} is this computer alone. Open Splitcast by the address that other computers use, and make the pass there.`;
  return protocol === 'https:'
    ? undefined
    : 'This address is not HTTPS: without a network the phone cannot open the page again, so it has to keep it open.';
}
