import { useQuery } from '@tanstack/react-query';

import { readConfig } from '../config/read-config.ts';
import { useCalls } from '../session/use-session.ts';

/** What the race is called, as soon as it is known. */
export function usePageTitle(): string {
  const calls = useCalls();
  const { data } = useQuery(readConfig(calls));
  return data?.pageTitle ?? 'Loading...';
}
