import { EventEmitter } from 'node:events';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';

import type { RaceContent } from './race-state.ts';
import { RaceState } from './race-state.ts';
import { ResultsHistory } from './results-history.ts';

/**
 * - `advanced`: the head moved, so results, totals or settings may have changed;
 * - `config`: the settings changed;
 * - `reloaded`: everything was replaced, and what was sent before does not lead here.
 */
export type LiveRaceEvent = 'advanced' | 'config' | 'reloaded';

/**
 * The race as this instance knows it: where it stands, what it shows, and what
 * changed lately. The follower feeds it; HTTP and the sockets read it.
 */
export class LiveRace {
  readonly #events = new EventEmitter();
  readonly #state = new RaceState();
  readonly #history = new ResultsHistory();
  #isLoaded = false;

  /** False until the record was read for the first time. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get head(): Head {
    return this.#history.head;
  }

  get config(): RaceConfig {
    return this.#state.config;
  }

  get standings(): RaceState['standings'] {
    return this.#state.standings;
  }

  get runnerCount(): number {
    return this.#state.runnerCount;
  }

  get scanCount(): number {
    return this.#state.scanCount;
  }

  on(event: LiveRaceEvent, listener: () => void): void {
    this.#events.on(event, listener);
  }

  /** Takes over a record that was read anew. */
  load(head: Head, content: RaceContent): void {
    this.#state.replaceAll(content);
    this.#history.restart(head);
    this.#isLoaded = true;
    this.#emit('reloaded');
  }

  /** Applies the change that follows on the present head. */
  apply(change: Change): void {
    const effect = this.#state.apply(change.ops);
    this.#history.record(change.version, effect.results);
    this.#emit('advanced');
    if (effect.isConfigChanged) this.#emit('config');
  }

  /** What a reader who stands at `from` needs to stand here, or undefined: load everything. */
  findDelta(from: Head): ResultsDelta | undefined {
    return this.#history.findDelta(from, this.#state.standings);
  }

  #emit(event: LiveRaceEvent): void {
    this.#events.emit(event);
  }
}
