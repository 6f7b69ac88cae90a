import { type ReactNode, createContext, useContext, useSyncExternalStore } from 'react';
import type { DurationMs } from '#shared/model/time.ts';
import type { ConfigBody, Head } from '#shared/wire/http-api.ts';
import type { RunnerBody } from '#shared/wire/runner-api.ts';
import type { ConnectionStatus } from './feed.ts';
import { ObservableState } from './observable-state.ts';
import { RaceReplica } from './race-replica.ts';

/** The state the page shows, except the results. A new object after every change. */
export interface RaceState extends ConnectionStatus {
  /** The head of {@link RaceReplica.standings}; a new object whenever they change. */
  readonly head: Head | undefined;
  readonly config: ConfigBody | undefined;
  /** The runner of a runner's page, as of its opening. */
  readonly runner: RunnerBody | undefined;
  /** Results have arrived over the network: other downloads no longer compete with them. */
  readonly isReceived: boolean;
  /** How far the server's clock is ahead of the phone's. */
  readonly clockOffsetMs: DurationMs;
}

export class RaceStore extends ObservableState<RaceState> {
  /** The results, changed in place: read them again whenever `head` is another object. */
  readonly replica: RaceReplica;

  constructor(known: Partial<RaceState> = {}, replica = new RaceReplica()) {
    super({
      head: undefined,
      config: undefined,
      runner: undefined,
      isReceived: false,
      connection: 'catching-up',
      heardMs: undefined,
      clockOffsetMs: 0,
      ...known,
    });
    this.replica = replica;
  }
}

const RaceStoreContext = createContext<RaceStore | undefined>(undefined);

/** The store of the shown race. Throws outside the provider. */
export function useRaceStore(): RaceStore {
  const store = useContext(RaceStoreContext);
  if (!store) throw new Error('RaceStoreContext has no value: render inside its provider.');
  return store;
}

/** The current state of the race; renders again after every change. */
export function useRace(): RaceState {
  const store = useRaceStore();
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}

export function RaceProvider(props: {
  readonly store: RaceStore;
  readonly children: ReactNode;
}): ReactNode {
  return <RaceStoreContext value={props.store}>{props.children}</RaceStoreContext>;
}
