import { readFileSync } from 'node:fs';

import type { Route } from '#server/web/routes.ts';
import type { Right } from '#shared/wire/auth-api.ts';

export type ProtocolCall = Pick<Route, 'method' | 'path' | 'who' | 'takes'>;

const CALL = /^- (GET|POST|PUT) (\/\S*(?:, \/\S*)*?)(?: \(([^)]+)\))?: /;

/** The calls under the headings of those who may make them. */
export function listProtocolCalls(): ProtocolCall[] {
  const text = readFileSync(new URL('../../shared/wire/PROTOCOL.md', import.meta.url), 'utf8');
  const [, after = ''] = text.split('\n## Every call\n');
  const [section = ''] = after.split('\n## ');
  const [, ...groups] = section.split('\n### ');
  return groups.flatMap((group) => {
    const [who = '', ...lines] = group.split('\n');
    const calls = lines.filter((line) => line.startsWith('- '));
    return calls.flatMap((line) => {
      const [, method, paths, takes = ''] = CALL.exec(line) ?? [];
      if (paths === undefined) throw new Error(`A malformed call: ${line}`);
      return paths.split(', ').map((path) => ({
        method: method as Route['method'],
        path,
        who: who as Route['who'],
        takes,
      }));
    });
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
  source: 'finish',
};

function sampleOf(name: string): string {
  const sample = SAMPLES[name];
  if (sample === undefined) throw new Error(`No sample of :${name} of an address.`);
  return sample;
}

const VERBS = { GET: 'get', POST: 'post', PUT: 'put' } as const;
export type Verb = (typeof VERBS)[keyof typeof VERBS];

/** Every call for organisers only, with sample parameters, and the required right. */
export function listOrganiserCalls(): (readonly [verb: Verb, path: string, needed: Right])[] {
  return listProtocolCalls().flatMap(({ method, path, who }) => {
    if (who === 'everyone' || who === 'marshal') return [];
    const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) => sampleOf(name));
    return [[VERBS[method], filled, who] as const];
  });
}
