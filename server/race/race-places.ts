import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { GroupPlaces } from '#shared/scoring/group-places.ts';
import { IncrementalView } from '#shared/scoring/incremental-view.ts';
import { PlacedField } from '#shared/scoring/placed-field.ts';
import type { Placed } from '#shared/scoring/placed-runner.ts';
import { type StagePoint, stagePointsOf } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

import type { LiveRace } from './live-race.ts';
import { yieldToOthers } from './yield-queue.ts';

/**
 * The places of any runner: an event is gathered at the first request for one of its runners, and from then on each
 * change is applied as it comes, so that no page, picture or body of a runner walks the field.
 */
export class RacePlaces {
  readonly #race: LiveRace;
  readonly #fields = new Map<EventCode, IncrementalView<Standings, PlacedField>>();

  constructor(race: LiveRace) {
    this.#race = race;
    race.on('reloaded', () => this.#fields.clear());
    race.on('advanced', () => {
      for (const field of this.#fields.values()) field.read();
    });
  }

  /** Gathers what is not gathered yet, yielding after each point of the course. */
  async prepare(event: EventCode): Promise<void> {
    for (const point of stagePointsOf(event, this.#race.standings.courses)) {
      if (this.#read(event).gather(point)) await yieldToOthers();
    }
  }

  /** The places at one point, which is gathered at once if it was not yet. */
  find(result: UnrankedResult, point: StagePoint): GroupPlaces {
    return this.#read(result.events).placesAt(point, result);
  }

  /** The present places; at once after {@link prepare}. */
  tell(result: UnrankedResult): Placed {
    return this.#read(result.events).tell(result);
  }

  #read(event: EventCode): PlacedField {
    const known = this.#fields.get(event);
    if (known) return known.read();
    const make = (all: Standings): PlacedField =>
      new PlacedField(event, () => all.listed(event), all.courses);
    const field = new IncrementalView(this.#race.standings, make);
    this.#fields.set(event, field);
    return field.read();
  }
}
