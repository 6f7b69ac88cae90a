import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** Whether the server draws this for the document that it sends, and no page is there yet. */
export function useIsServerRendered(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
