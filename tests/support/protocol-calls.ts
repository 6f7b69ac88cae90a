import { readFileSync } from 'node:fs';

import type { Route } from '#server/web/routes.ts';
import type { Right } from '#shared/wire/auth-api.ts';

export type ProtocolCall = Pick<Route, 'method' | 'path' | 'who' | 'takes'>;

const ROW =
  /^\| (GET|POST|PUT) (\S+) +\| (everyone|marshal|[a-z]+:[a-z]+)(?:, ([^|]*?))? +\| [^|]+ \|$/;

export function listProtocolCalls(): ProtocolCall[] {
  const text = readFileSync(new URL('../../shared/wire/PROTOCOL.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('\n## Every call\n');
  const [, , ...rows] = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return rows.map((row) => {
    const [, method, path = '', who, takes = ''] = ROW.exec(row) ?? [];
    if (who === undefined) throw new Error(`A malformed row in the table of calls: ${row}`);
    return { method: method as Route['method'], path, who: who as Route['who'], takes };
  });
}

/** A sample value for each parameter of an address. */
const SAMPLES: Readonly<Record<string, string>> = {
  runnerId: 'any-runner',
  bandID: '900',
  backupId: 'any-backup',
  correctionId: '5f0f3c1e-8a52-4c1b-9d55-0c2a4f6b7e01',
  reportId: '6a1e4d2f-9b63-4d2c-8e66-1d3b5a7c8f12',
  email: 'nia@example.org',
  name: 'laps',
  event: 'BB',
  file: 'itra.xlsx',
  source: 'finish',
};

function sampleOf(name: string): string {
  const sample = SAMPLES[name];
  if (sample === undefined) throw new Error(`No sample of :${name} of an address.`);
  return sample;
}

const VERBS = { GET: 'get', POST: 'post', PUT: 'put' } as const;
export type Verb = (typeof VERBS)[keyof typeof VERBS];

/** Every call that organisers alone may make, filled in, and the right it takes. */
export function listOrganiserCalls(): (readonly [verb: Verb, path: string, needed: Right])[] {
  return listProtocolCalls().flatMap(({ method, path, who }) => {
    if (who === 'everyone' || who === 'marshal') return [];
    const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) => sampleOf(name));
    return [[VERBS[method], filled, who] as const];
  });
}
