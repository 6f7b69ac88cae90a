import { createHash } from 'node:crypto';

import type { LiveRace } from '#server/race/live-race.ts';
import { presentAdminRunner } from '#server/race/present-admin-runner.ts';
import { presentLastSeen, presentMissingDetails } from '#server/race/present-missing.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { compareText } from '#shared/scoring/compare-text.ts';
import type { AdminBody, AdminRunner, MissingBody } from '#shared/wire/admin-api.ts';

import { VersionedBody } from '#server/web/versioned-body.ts';

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
    const etag = `W/"${epoch}-${version}${this.#nameNotices()}"`;
    if (this.#kept?.etag !== etag) {
      this.#kept = new VersionedBody(etag, JSON.stringify(this.#render(this.#race)));
    }
    return this.#kept;
  }

  /** Notices come and go without a version, and each instance has its own. */
  #nameNotices(): string {
    const { notices } = this.#race.missing;
    if (notices.length === 0) return '';
    const hash = createHash('sha1').update(JSON.stringify(notices)).digest('base64url');
    return `-${hash.slice(0, 12)}`;
  }
}
