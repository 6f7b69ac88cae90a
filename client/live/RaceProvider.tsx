import type { ReactNode } from 'react';
import { useState } from 'react';

import { openRace } from './open-race.ts';
import type { RaceStore } from './race-store.ts';
import { RaceStoreContext } from './use-race.ts';

let opened: RaceStore | undefined;

/** Follows the race from the first screen that shows it, until the page is closed. */
export function RaceProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [store] = useState(() => (opened ??= openRace()));
  return <RaceStoreContext value={store}>{children}</RaceStoreContext>;
}
