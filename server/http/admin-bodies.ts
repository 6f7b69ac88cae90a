import type { LiveRace } from '#server/race/live-race.ts';
import { presentAdminRunner } from '#server/race/present-admin-runner.ts';
import { presentUnassigned } from '#server/race/present-missing.ts';
import type { AdminBody, MissingBody } from '#shared/wire/admin-api.ts';

import { VersionedBody } from './versioned-body.ts';

/** The body of GET /apiadmin. */
export function renderAdminBody(race: LiveRace): AdminBody {
  return { resultData: Array.from(race.listRunners(), presentAdminRunner), ...race.head };
}

/** The body of GET /mia. */
export function renderMissingBody(race: LiveRace): MissingBody {
  const runners = [...race.missing.runnerIds].flatMap((id) => race.findRunner(id) ?? []);
  return {
    resultData: runners.map(presentAdminRunner),
    ...race.head,
    scannedNumberNoRunners: race.missing.listUnassigned().map(presentUnassigned),
  };
}

/** Makes a body when it is asked for and the race has moved since, and keeps it for all who ask. */
export class KeptBody {
  readonly #race: LiveRace;
  readonly #render: (race: LiveRace) => unknown;
  #kept: VersionedBody | undefined;

  constructor(race: LiveRace, render: (race: LiveRace) => unknown) {
    this.#race = race;
    this.#render = render;
  }

  get(): VersionedBody {
    const { epoch, version } = this.#race.head;
    const etag = `W/"${epoch}-${version}"`;
    if (this.#kept?.etag !== etag) {
      this.#kept = new VersionedBody(etag, JSON.stringify(this.#render(this.#race)));
    }
    return this.#kept;
  }
}
