import { useQuery } from '@tanstack/react-query';

import { readConfig } from '../config/read-config.ts';
import { useCalls } from '../session/use-session.ts';

/** How old the race's name may be on this screen. */
const FRESH_MS = 60_000;

/** What the race is called, as soon as it is known. */
export function usePageTitle(): string {
  const calls = useCalls();
  const { data } = useQuery({ ...readConfig(calls), staleTime: FRESH_MS });
  return data?.pageTitle ?? 'Loading...';
}
