import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** Whether this is rendered by the server. */
export function useIsServerRendered(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
