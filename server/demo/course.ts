import type { EventCode } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

/** A timing mat, by the points it serves. */
export type Mat = readonly TimePoint[];

/** A mat on the way of an event, and how much of the way's time lies behind it: 0 at the start, 1 at the finish. */
export interface Crossing {
  readonly mat: Mat;
  readonly at: number;
}

/** How one of the three distances is run. */
export interface DemoEvent {
  readonly event: EventCode;
  readonly entries: number;
  /** When its gun goes, after that of the race. */
  readonly gunMs: DurationMs;
  /** What a senior man in the middle of the field takes. */
  readonly typicalMs: DurationMs;
  readonly crossings: readonly Crossing[];
}

const START_FINISH: Mat = ['start', 'finish'];
const WALL_FOOT: Mat = ['cp2', 'kom1-start'];
const INGLI_TOP: Mat = ['cp6', 'kom2-end'];

/** Who is still out this long after the race start is taken off the course. */
export const CUT_OFF_MS = 199 * MINUTE_MS;

export const DEMO_EVENTS: readonly DemoEvent[] = [
  {
    event: 'UB',
    entries: 100,
    gunMs: 0,
    typicalMs: 150 * MINUTE_MS,
    crossings: [
      { mat: START_FINISH, at: 0 },
      { mat: WALL_FOOT, at: 0.2 },
      { mat: ['kom1-end'], at: 0.26 },
      { mat: ['cp3'], at: 0.4 },
      { mat: ['cp4'], at: 0.54 },
      { mat: ['cp5'], at: 0.68 },
      { mat: ['kom2-start'], at: 0.73 },
      { mat: INGLI_TOP, at: 0.83 },
      { mat: START_FINISH, at: 1 },
    ],
  },
  {
    event: 'PB',
    entries: 300,
    gunMs: 15 * MINUTE_MS,
    typicalMs: 118 * MINUTE_MS,
    crossings: [
      { mat: START_FINISH, at: 0 },
      { mat: ['cp1'], at: 0.13 },
      { mat: WALL_FOOT, at: 0.29 },
      { mat: ['cp3'], at: 0.46 },
      { mat: ['cp4'], at: 0.62 },
      { mat: ['kom2-start'], at: 0.69 },
      { mat: INGLI_TOP, at: 0.82 },
      { mat: START_FINISH, at: 1 },
    ],
  },
  {
    event: 'BB',
    entries: 200,
    gunMs: 30 * MINUTE_MS,
    typicalMs: 72 * MINUTE_MS,
    crossings: [
      { mat: START_FINISH, at: 0 },
      { mat: ['cp1'], at: 0.45 },
      { mat: START_FINISH, at: 1 },
    ],
  },
];

/** The settings of the demo's race, but for when it starts. */
export const DEMO_SETTINGS = {
  pageTitle: 'Ras Copaon y Preseli',
  distances: 'Half,Full,Ultra',
  wayPoints: 'Bwlch Gwynt,Foel Eryr,Foel Cwmcerwyn,Pentre Ifan,Carn Ingli,Bedd Morris',
  KOMs: 'Wall of Death,Carn Ingli',
  // No clock is ever set back in it, whatever night the demo runs in.
  timeZone: 'UTC',
  timing: 'chip',
  earliestFinish: '00:20:00',
  closed: false,
} satisfies Partial<RaceConfig>;
