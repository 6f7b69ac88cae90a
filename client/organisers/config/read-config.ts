import type { ConfigBody } from '#shared/wire/http-api.ts';

import type { Calls } from '../calls/calls.ts';

/** The settings as `useQuery` fetches them; every screen that shows a part shares one fetch. */
export function readConfig(calls: Calls): {
  readonly queryKey: readonly ['config'];
  readonly queryFn: () => Promise<ConfigBody>;
} {
  return { queryKey: ['config'], queryFn: () => calls.get<ConfigBody>('/webconfig') };
}
