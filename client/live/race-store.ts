import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { ConfigBody, Head } from '#shared/wire/http-api.ts';

import { ObservableState } from './observable-state.ts';
import { RaceReplica } from './race-replica.ts';

/**
 * How fresh the page is:
 * - `live`: pushed, nothing missing;
 * - `catching-up`: the server is there, some of it is still on its way;
 * - `polling`: no push, but fetched every ten seconds;
 * - `offline`: the server cannot be reached.
 */
export type ConnectionState = 'live' | 'catching-up' | 'polling' | 'offline';

/** What the page shows, all but the results themselves. A new object after every change. */
export interface LiveRace {
  /** Which results {@link RaceReplica.standings} holds; a new object whenever they change. */
  readonly head: Head | undefined;
  readonly config: ConfigBody | undefined;
  readonly connection: ConnectionState;
  /** When the server was last heard, on the phone's clock. */
  readonly heardMs: EpochMs | undefined;
  /** How far the server's clock is ahead of the phone's. */
  readonly clockOffsetMs: DurationMs;
}

/** The one thing the page renders from. */
export class RaceStore extends ObservableState<LiveRace> {
  /** The results, changed in place: read them anew whenever `head` is another object. */
  readonly replica = new RaceReplica();

  constructor() {
    super({
      head: undefined,
      config: undefined,
      connection: 'catching-up',
      heardMs: undefined,
      clockOffsetMs: 0,
    });
  }
}
