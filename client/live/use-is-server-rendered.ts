import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** Whether the server renders this into a document, before the page runs. */
export function useIsServerRendered(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
