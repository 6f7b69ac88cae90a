import { listRoutes } from '#server/list-routes.ts';
import { createLogger } from '#server/observe/logger.ts';
import { Metrics } from '#server/observe/metrics.ts';
import { ORGANISERS_SCREENS, SPECTATORS_SCREENS } from '#shared/wire/screens.ts';

import type { TestWeb } from './start-web.ts';

export interface AddressParts {
  /** Values for parameters of any name: an id, a bib. */
  readonly subjects: readonly string[];
  readonly queries: readonly string[];
}

/** All public addresses of the page and the route table, so also of new routes, with each subject and query. */
export function listPublicAddresses(
  { context }: TestWeb,
  { subjects, queries }: AddressParts,
): string[] {
  const sources = { ...context, metrics: new Metrics(), logger: createLogger('silent') };
  const paths = [
    ...Object.values(ORGANISERS_SCREENS),
    ...Object.values(SPECTATORS_SCREENS),
    ...listRoutes(sources)
      .filter(({ method, who }) => method === 'GET' && who === 'everyone')
      .map(({ path }) => path),
  ];
  const filled = paths.flatMap((path) =>
    path.includes(':')
      ? subjects.map((subject) => path.replaceAll(/:\w+/g, encodeURIComponent(subject)))
      : [path],
  );
  return [...new Set(filled)].flatMap((path) => queries.map((query) => path + query));
}

/** The answer at an address as text: headers and body. */
export async function readPublic(web: TestWeb, address: string): Promise<string> {
  const headers = { accept: 'text/html,*/*' };
  const response = await fetch(web.url + address, { headers, redirect: 'manual' });
  const bytes = Buffer.from(await response.arrayBuffer());
  const head = [...response.headers].map((line) => line.join(': ')).join('\n');
  return `${head}\n${bytes.toString('utf8')}`;
}
