import { setTimeout as delay } from 'node:timers/promises';

import { NEW_RUNNER_ID } from '#shared/model/ids.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { compareText } from '#shared/scoring/order.ts';
import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import {
  type AdminBody,
  type AdminRunner,
  DATA_BLOB_FIELDS,
  type SaveRunnerBody,
  type SaveRunnerReply,
} from '#shared/wire/runners-api.ts';

import type { Operation } from './check-history.ts';
import type { PlannedSave } from './plan-race.ts';

/** Shorter than in pages, so that some calls end without an answer. */
const ANSWER_MS: DurationMs = 3_000;
/** After this time without a new list the organiser uses the last one. */
const REFRESH_MS = 500;

/** An organiser at an instance, who makes the planned saves, and repeats unanswered ones as the page does. */
export class Organiser {
  readonly history: Operation[] = [];
  readonly #url: string;
  readonly #token: string;
  /** The last list of the page. */
  #shown: readonly AdminRunner[] = [];

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async save(planned: PlannedSave): Promise<void> {
    this.history.push({ kind: 'save', id: planned.mark, outcome: await this.#try(planned) });
  }

  async #try(planned: PlannedSave): Promise<Operation['outcome']> {
    const body = planned.kind === 'create' ? createRunner(planned) : await this.#edit(planned);
    if (!body) return 'failed';
    const first = await this.#post(body);
    const answer = first === 'silence' ? await this.#post(body) : first;
    if (typeof answer === 'object' && answer.result === 'Success') return 'ok';
    // The first call may have succeeded.
    if (first === 'silence') return 'unknown';
    if (typeof answer === 'string' || answer.result !== 'Taken') return 'failed';
    // As an organiser who takes a wristband from another runner.
    const { runnerId, rev } = answer.holder;
    const taken = await this.#post({ ...body, exchange: { kind: 'take', runnerId, rev } });
    if (taken === 'silence') return 'unknown';
    return taken !== 'refused' && taken.result === 'Success' ? 'ok' : 'failed';
  }

  /** The changed form of the runner on the page; undefined without a list. */
  async #edit({ kind, runner, band, mark }: PlannedSave): Promise<SaveRunnerBody | undefined> {
    await this.#refresh();
    const current = this.#shown
      .filter(({ runnerId }) => runnerId.startsWith('runner-'))
      .toSorted((a, b) => compareText(a.runnerId, b.runnerId))[runner];
    if (!current) return undefined;
    const raceNumber = kind === 'band' ? String(band) : current.raceNumber;
    return { dataBlob: listFields({ ...current, raceNumber, runClub: mark }), rev: current.rev };
  }

  /** During a fault of the instance the list stays unchanged. */
  async #refresh(): Promise<void> {
    const init = { headers: { [AUTH_HEADER]: this.#token } };
    const read = async (response: Response): Promise<void> => {
      if (response.ok) this.#shown = ((await response.json()) as AdminBody).resultData;
    };
    await fetchWithin(REFRESH_MS, `${this.#url}/apiadmin`, init, read).catch(() => undefined);
  }

  #post(body: SaveRunnerBody): Promise<SaveRunnerReply | 'refused' | 'silence'> {
    return ask(`${this.#url}/api`, { [AUTH_HEADER]: this.#token }, body);
  }
}

function createRunner({ mark, requestId }: PlannedSave): SaveRunnerBody {
  const entered = {
    runnerId: NEW_RUNNER_ID,
    ageGroup: 'F40',
    firstName: 'Nia',
    lastName: `Newydd ${mark}`,
    event: 'PB',
    runClub: mark,
  };
  return { dataBlob: listFields(entered), requestId };
}

function listFields(
  runner: Readonly<Partial<Record<(typeof DATA_BLOB_FIELDS)[number], string>>>,
): readonly string[] {
  return DATA_BLOB_FIELDS.map((field) => runner[field] ?? '');
}

/** Posts JSON. `refused`: certainly not done; `silence`: no answer, or an unclear one. */
async function ask<T extends object>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<T | 'refused' | 'silence'> {
  const init = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  try {
    return await fetchWithin(ANSWER_MS, url, init, async (response) => {
      if (response.ok) return (await response.json()) as T;
      return response.status < 500 ? 'refused' : 'silence';
    });
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    return cause?.code === 'ECONNREFUSED' ? 'refused' : 'silence';
  }
}

/**
 * Fetches and reads an answer; rejects after `withinMs` even if `fetch` never settles, as happened in two of 25,000 calls
 * of a two-hour run.
 */
async function fetchWithin<T>(
  withinMs: DurationMs,
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const late = delay(withinMs, undefined, { signal }).then(() => {
    throw new Error(`No answer within ${withinMs} ms.`);
  });
  try {
    return await Promise.race([fetch(url, { ...init, signal }).then(read), late]);
  } finally {
    stopping.abort();
  }
}
