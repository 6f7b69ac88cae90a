import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { FieldPlaces } from '#shared/scoring/group-places.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** Where a runner stands at a point of the course, among everyone. */
export interface PointPlaces {
  readonly overall: number;
  /** Places won since the point before at which they were seen, negative when lost. */
  readonly gained: number | undefined;
}

/** The places of arrivals in all races at one moment, those of a race gathered when the first of them is asked for. */
export class ArrivalPlaces {
  readonly #standings: Pick<Standings, 'listed'>;
  readonly #fields = new Map<EventCode, FieldPlaces>();

  constructor(standings: Pick<Standings, 'listed'>) {
    this.#standings = standings;
  }

  /** Undefined for who has no time there. */
  find(result: UnrankedResult, point: StagePoint): PointPlaces | undefined {
    const { events: event } = result;
    const field = this.#fields.get(event) ?? new FieldPlaces(this.#standings.listed(event));
    this.#fields.set(event, field);
    const { overall } = field.find(result, point);
    if (!overall) return undefined;
    const points = stagePointsOf(event);
    const before = points
      .slice(0, points.indexOf(point))
      .findLast((earlier) => timeAt(result, earlier) !== null);
    const placeBefore = before === undefined ? null : field.find(result, before).overall;
    const gained = placeBefore ? placeBefore.place - overall.place : undefined;
    return { overall: overall.place, gained };
  }
}
