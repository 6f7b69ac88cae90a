import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { GroupPlaces } from '#shared/scoring/group-places.ts';
import { InStep } from '#shared/scoring/in-step.ts';
import { PlacedField } from '#shared/scoring/placed-field.ts';
import type { Placed } from '#shared/scoring/placed-runner.ts';
import { type StagePoint, stagePointsOf } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

import type { LiveRace } from './live-race.ts';
import { takeTurn } from './turns.ts';

/**
 * Where anybody stands: an event is gathered when somebody of it is first asked for, and from then on
 * each change is taken over as it comes, so that no page, picture or body of a runner goes through the field.
 */
export class RacePlaces {
  readonly #race: LiveRace;
  readonly #fields = new Map<EventCode, InStep<Standings, PlacedField>>();

  constructor(race: LiveRace) {
    this.#race = race;
    race.on('reloaded', () => this.#fields.clear());
    race.on('advanced', () => {
      for (const field of this.#fields.values()) field.read();
    });
  }

  /** Gathers what is not gathered yet, a point of the course in each turn. */
  async prepare(event: EventCode): Promise<void> {
    for (const point of stagePointsOf(event, this.#race.standings.courses)) {
      if (this.#read(event).gather(point)) await takeTurn();
    }
  }

  /** At a point alone, which is gathered at once where it was not. */
  find(result: UnrankedResult, point: StagePoint): GroupPlaces {
    return this.#read(result.events).placesAt(point, result);
  }

  /** As it is now; at once after {@link prepare}. */
  tell(result: UnrankedResult): Placed {
    return this.#read(result.events).tell(result);
  }

  #read(event: EventCode): PlacedField {
    const known = this.#fields.get(event);
    if (known) return known.read();
    const make = (all: Standings): PlacedField =>
      new PlacedField(event, () => all.listed(event), all.courses);
    const field = new InStep(this.#race.standings, make);
    this.#fields.set(event, field);
    return field.read();
  }
}
