import type { RaceConfig } from '#shared/model/race-config.ts';
import { NEW_RUNNER_ID } from '#shared/model/ids.ts';
import { compareText } from '#shared/scoring/compare-text.ts';
import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import type { OrganisersConfigBody } from '#shared/wire/config-api.ts';
import {
  type AdminBody,
  type AdminRunner,
  type SaveRunnerBody,
  type SaveRunnerReply,
} from '#shared/wire/runners-api.ts';

import { ask, fetchWithin } from './ask.ts';
import type { SaveOperation } from './history.ts';
import type { PlannedSave } from './plan-work.ts';

/** How long a list, or the settings, may take to come before the organiser goes by those that are there. */
const REFRESH_MS = 500;

type Answer = SaveRunnerReply | 'refused' | 'silence';
type Ended = Pick<SaveOperation, 'outcome' | 'over'>;
/** What the form of the settings shows of them, which it sends back with what was changed. */
type Settings = Pick<RaceConfig, 'pageTitle' | 'distances' | 'wayPoints' | 'KOMs'>;

/** An organiser at an instance, whose page saves what is planned and sends again what was not answered. */
export class Organiser {
  readonly #url: string;
  readonly #token: string;
  readonly #history: SaveOperation[] = [];
  /** The list as the page has it, also while nothing newer comes. */
  #shown: AdminBody['resultData'] = [];
  #settings: Settings | undefined;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  get history(): readonly SaveOperation[] {
    return this.#history;
  }

  async save(planned: PlannedSave): Promise<void> {
    const fromMs = Date.now();
    const ended = await (planned.kind === 'title' ? this.#setTitle(planned) : this.#try(planned));
    const during = { fromMs, toMs: Date.now() };
    this.#history.push({ kind: 'save', mark: planned.mark, during, ...ended });
  }

  async #try(planned: PlannedSave): Promise<Ended> {
    const body = planned.kind === 'create' ? createRunner(planned) : await this.#edit(planned);
    if (!body) return { outcome: 'failed' };
    const first = await this.#post(body);
    const answer = first === 'silence' ? await this.#post(body) : first;
    if (typeof answer === 'object' && answer.result === 'Success') return { outcome: 'ok' };
    // The first may have come through all the same.
    if (first === 'silence') return { outcome: 'unknown' };
    if (typeof answer === 'string' || answer.result !== 'Taken') return { outcome: 'failed' };
    // As an organiser does who is shown who has the wristband.
    const { runnerId, rev } = answer.holder;
    const taken = await this.#post({ ...body, exchange: { kind: 'take', runnerId, rev } });
    if (taken === 'silence') return { outcome: 'unknown' };
    if (taken === 'refused' || taken.result !== 'Success') return { outcome: 'failed' };
    return { outcome: 'ok' };
  }

  /** Refused where somebody else has set another title since the form was opened. */
  async #setTitle({ mark }: PlannedSave): Promise<Ended> {
    this.#settings = (await this.#fetch<OrganisersConfigBody>('/webconfig')) ?? this.#settings;
    if (!this.#settings) return { outcome: 'failed' };
    const { pageTitle, distances, wayPoints, KOMs } = this.#settings;
    const was: Settings = { pageTitle, distances, wayPoints, KOMs };
    const put = (): Promise<OrganisersConfigBody | 'refused' | 'silence'> =>
      ask(`${this.#url}/webconfig`, {
        method: 'PUT',
        headers: { [AUTH_HEADER]: this.#token },
        body: { ...was, pageTitle: mark, was },
      });
    const first = await put();
    const answer = first === 'silence' ? await put() : first;
    if (typeof answer === 'object') return { outcome: 'ok', over: pageTitle };
    return { outcome: first === 'silence' ? 'unknown' : 'failed', over: pageTitle };
  }

  /** The runner as the page shows them, changed; undefined when it never had a list. */
  async #edit({ kind, runner, band, mark }: PlannedSave): Promise<SaveRunnerBody | undefined> {
    const body = await this.#fetch<AdminBody>('/apiadmin');
    if (body) this.#shown = body.resultData;
    const current = this.#shown
      .filter(({ runnerId }) => runnerId.startsWith('runner-'))
      .toSorted((a, b) => compareText(a.runnerId, b.runnerId))[runner];
    if (!current) return undefined;
    const raceNumber = kind === 'band' ? String(band) : current.raceNumber;
    return { dataBlob: listFields({ ...current, raceNumber, runClub: mark }), rev: current.rev };
  }

  /** Undefined where the instance is struck just now: the organiser goes by what the page has. */
  async #fetch<Body>(path: string): Promise<Body | undefined> {
    try {
      const init = { headers: { [AUTH_HEADER]: this.#token } };
      return await fetchWithin(REFRESH_MS, `${this.#url}${path}`, init, async (response) =>
        response.ok ? ((await response.json()) as Body) : undefined,
      );
    } catch {
      return undefined;
    }
  }

  #post(body: SaveRunnerBody): Promise<Answer> {
    return ask<SaveRunnerReply>(`${this.#url}/api`, {
      headers: { [AUTH_HEADER]: this.#token },
      body,
    });
  }
}

function createRunner({ mark, requestId }: PlannedSave): SaveRunnerBody {
  const entered = {
    runnerId: NEW_RUNNER_ID,
    raceNumber: '',
    ageGroup: 'F40',
    firstName: 'Nia',
    lastName: `Newydd ${mark}`,
    event: 'PB',
    runClub: mark,
    bibNumber: '',
    overrideLime: '',
  };
  return { dataBlob: listFields(entered), requestId };
}

/** The nine values, in their order. */
function listFields(
  runner: Pick<
    AdminRunner,
    | 'raceNumber'
    | 'ageGroup'
    | 'firstName'
    | 'lastName'
    | 'runClub'
    | 'runnerId'
    | 'bibNumber'
    | 'overrideLime'
  > & { readonly event: string },
): readonly string[] {
  const { raceNumber, ageGroup, firstName, lastName, event, runClub } = runner;
  const { runnerId, bibNumber, overrideLime } = runner;
  return [
    raceNumber,
    ageGroup,
    firstName,
    lastName,
    event,
    runClub,
    runnerId,
    bibNumber,
    overrideLime,
  ];
}
