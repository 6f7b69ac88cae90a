import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { tagOf } from '#shared/wire/http-api.ts';

/** A workbook takes seconds of a thread: while the race changes it is made no more often than this. */
const LEAST_AGE_MS = MINUTE_MS;

export type MakeWorkbook<Subject> = (subject: Subject) => Promise<Buffer>;

interface Kept {
  readonly body: CachedBody;
  readonly tag: string;
  readonly madeMs: EpochMs;
}

/**
 * Workbooks of the race: the last one of each subject is kept, and one at a time is made for all
 * who ask. Meanwhile everybody gets the last one, unless it shows what must not be shown any more.
 * The same holds for a minute after a failure.
 */
export class WorkbookBodies<Subject> {
  readonly #race: LiveRace;
  readonly #make: MakeWorkbook<Subject>;
  readonly #logger: Logger;
  readonly #kept = new Map<Subject, Kept>();
  readonly #making = new Map<Subject, Promise<CachedBody>>();
  #last: Promise<unknown> = Promise.resolve();
  #clears = 0;

  constructor(race: LiveRace, make: MakeWorkbook<Subject>, logger: Logger) {
    this.#race = race;
    this.#make = make;
    this.#logger = logger;
    race.on('outdated', () => {
      this.#kept.clear();
      this.#clears += 1;
    });
  }

  get(subject: Subject, nowMs: EpochMs): CachedBody | Promise<CachedBody> {
    const kept = this.#kept.get(subject);
    const isCurrent = kept?.tag === this.#tag();
    if (kept && (isCurrent || nowMs - kept.madeMs < LEAST_AGE_MS)) return kept.body;
    const making = this.#making.get(subject) ?? this.#begin(subject, nowMs);
    return kept?.body ?? making;
  }

  #begin(subject: Subject, nowMs: EpochMs): Promise<CachedBody> {
    const making = this.#last.then(() => this.#run(subject, nowMs));
    this.#last = making.catch(() => undefined);
    this.#making.set(subject, making);
    const forget = (): void => {
      if (this.#making.get(subject) === making) this.#making.delete(subject);
    };
    making.then(forget, (error: unknown) => {
      forget();
      const kept = this.#kept.get(subject);
      if (!kept) return; // The caller gets the error.
      this.#logger.error({ err: error }, 'A workbook cannot be made; the last one goes on');
      this.#kept.set(subject, { ...kept, madeMs: nowMs });
    });
    return making;
  }

  async #run(subject: Subject, nowMs: EpochMs): Promise<CachedBody> {
    const tag = this.#tag();
    const clears = this.#clears;
    const bytes = await this.#make(subject);
    // A runner who became private while it was made is in it by name.
    if (clears !== this.#clears) return this.#run(subject, nowMs);
    const body = new CachedBody({
      etag: tag,
      bytes,
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      compression: 'none',
    });
    this.#kept.set(subject, { body, tag, madeMs: nowMs });
    return body;
  }

  #tag(): string {
    return tagOf(this.#race.head);
  }
}
