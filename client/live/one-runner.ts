import type { DurationMs } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';

import type { LiveConnection } from './live-connection.ts';
import { logOnce } from './log-once.ts';
import type { PageSignals } from './page-signals.ts';
import type { RaceHttp } from './race-http.ts';
import type { RaceStore } from './race-store.tsx';
import type { ResumeLink } from './results-sync.ts';
import { RunnerSync } from './runner-sync.ts';
import type { Timers } from './timers.ts';

/** A page that shows one runner for this long is expected to stay. */
const STAY_MS: DurationMs = 30_000;
/** For a page without the field: the answer to it is short. */
const NO_HEAD: Head = { epoch: '', version: 0 };

export interface OneRunnerOptions {
  readonly store: RaceStore;
  readonly http: RaceHttp;
  readonly timers: Timers;
  readonly signals: PageSignals;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** The socket of the page, open or not. */
export interface RunnerLink extends ResumeLink {
  readonly connection: () => Pick<LiveConnection, 'hear' | 'publish'>;
}

/**
 * The one runner whom a page is about, in the store without the field. The field is wanted if the server has
 * no answer for that runner alone, and by a page that stays, after which pushes alone keep it up to date.
 */
export class OneRunner {
  readonly #options: OneRunnerOptions;
  readonly #link: RunnerLink;
  readonly #sync: RunnerSync;
  #head: Head | undefined;
  #isOver = false;
  #cancelStay = (): void => undefined;

  /** `asked` is the id or bib. */
  constructor(asked: string, options: OneRunnerOptions, link: RunnerLink) {
    const { store, http, timers, signals, random } = options;
    this.#options = options;
    this.#link = link;
    let tag: string | undefined;
    this.#sync = new RunnerSync({
      timers,
      random,
      isHidden: () => signals.isHidden(),
      fetchRunner: async () => {
        const answer = await http.fetchRunner(asked, tag);
        link.connection().hear();
        if (typeof answer !== 'object') return answer;
        ({ tag } = answer);
        return answer.body;
      },
      onRunner: (runner) => {
        if (!this.#isOver) store.update({ runner, isReceived: true });
        link.connection().publish();
      },
      onNobody: () => store.update({ isFieldWanted: true }),
    });
  }

  /** Where the field stands by all that was pushed, for when it is opened; undefined while the socket is down. */
  get head(): Head | undefined {
    return this.#head;
  }

  get isBehind(): boolean {
    return !this.#sync.hasRunner;
  }

  start(): void {
    const { store, timers, signals } = this.#options;
    this.#cancelStay = timers.after(STAY_MS, () => {
      if (signals.isHidden()) this.start();
      else store.update({ isFieldWanted: true });
    });
  }

  stop(): void {
    this.#isOver = true;
    this.#sync.stop();
    this.#cancelStay();
  }

  /** The socket is up and the server has sent its head. */
  open(head: Head): void {
    this.#head = head;
    this.#sync.renew();
  }

  close(): void {
    this.#head = undefined;
  }

  /** False when the server could not be reached. */
  load(): Promise<boolean> {
    return this.#sync.load();
  }

  receive(delta: ResultsDelta): void {
    this.#note(delta);
    this.#sync.receive(delta);
  }

  resync(head: Head): void {
    this.#note(head);
    this.#sync.renew();
  }

  /** Asks what was missed while the page was hidden. */
  async confirm(): Promise<void> {
    if (this.#options.signals.isHidden()) return;
    // Without a head the server only starts pushing again; the runner is fetched in any case.
    if (this.#head) await this.#askToBePushed();
    if (!this.#isOver) await this.#sync.load();
  }

  async #askToBePushed(): Promise<void> {
    try {
      await this.#link.resume(NO_HEAD);
    } catch (error) {
      logOnce('resume was not answered', error);
      this.#link.renew();
    }
  }

  #note({ epoch, version }: Head): void {
    if (this.#head) this.#head = { epoch, version };
  }
}
