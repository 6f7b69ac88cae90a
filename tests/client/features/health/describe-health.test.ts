import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import {
  describeHealth,
  type HealthLine,
  REMEDIES,
} from '#client/features/health/describe-health.ts';
import { HEALTH_LIMITS, type HealthBody } from '#shared/wire/health-api.ts';
import { buildHealth, HEALTH_MS as NOW_MS } from '#tests/client/support/build-health.ts';

const describe = (body: Partial<HealthBody>): readonly HealthLine[] =>
  describeHealth(buildHealth(body), 'Europe/London');
const find = (body: Partial<HealthBody>, topic: string): HealthLine | undefined =>
  describe(body).find((line) => line.topic === topic);
const read = (name: string): string => readFileSync(`docs/${name}`, 'utf8');
const needing = (body: Partial<HealthBody>): string[] =>
  describe(body).flatMap(({ state, key }) => (state === 'attention' ? [key] : []));

test('unknown states are shown as unknown, not as problems', () => {
  const { database, backup, sources } = buildHealth({});
  const unknown = {
    database: { isConnected: database.isConnected, writtenMs: NOW_MS },
    backup: { isWanted: backup.isWanted },
    sources: [],
  };
  expect([...needing({}), ...needing(unknown)]).toEqual([]);
  expect(find(unknown, 'disk')?.text).toContain('on another computer');
  expect(find(unknown, 'backup')?.text).toContain('None yet');
  expect(find({ backup: { isWanted: false } }, 'backup')?.text).toContain('BACKUP_DIR is not set');
  expect(find({}, 'delay')?.text).toBe('Pages are updated up to every 0.3 s.');
  expect(find(unknown, 'sources')).toMatchObject({
    state: 'unknown',
    text: 'No live scanner is running.',
  });
  expect(sources).toHaveLength(1);
  const promises = ['Redis has appendonly no, not yes: a restart can lose everything.'];
  expect(find({ promises }, 'database')).toMatchObject({ state: 'unknown', details: promises });
});

test.each([
  ['database', { isReady: false }],
  ['database', { database: { isConnected: true } }],
  [
    'database',
    { notices: [{ kind: 'unreadable', hash: 'runners', field: 'x', reason: 'is no JSON' }] },
  ],
  ['disk', { findings: [{ topic: 'disk', text: 'The disk of Redis has 90 MB left: make room.' }] }],
  ['backup', { findings: [{ topic: 'backup', text: 'The last backup is of long ago.' }] }],
  ['instance', { findings: [{ topic: 'instance', text: 'The clock of this server is wrong.' }] }],
  ['delay', { pushIntervalMs: HEALTH_LIMITS.pushIntervalMs + 1 }],
] as const)('%s needs attention', (key, body) =>
  expect(needing(body as unknown as Partial<HealthBody>)).toEqual([key]),
);

test('a figure over its limit needs attention, and comes first', () => {
  const { sources } = buildHealth({});
  const behind = sources.map((each) => ({ ...each, unsent: HEALTH_LIMITS.unsent + 1 }));
  expect(needing({ sources: behind })).toEqual(['sources hill']);
  expect(
    needing({ sources: sources.map((each) => ({ ...each, unsent: HEALTH_LIMITS.unsent })) }),
  ).toEqual([]);
  const lines = describe({
    pushIntervalMs: HEALTH_LIMITS.pushIntervalMs + 1,
  });
  expect(lines[0]).toMatchObject({ key: 'delay', state: 'attention' });
  const silent = Object.assign({}, ...sources, { isSilent: true }) as (typeof sources)[number];
  expect(find({ sources: [silent] }, 'sources')?.text).toContain('Not heard since 10:04:11.');
});

test('each remedy has a heading in the runbook, and the limits are those of the alerts', () => {
  const headings = read('runbook.md').split('\n');
  for (const heading of Object.values(REMEDIES)) expect(headings).toContain(`## ${heading}`);
  const alerts = read('operations/alerts.yml');
  const { unsent, pushIntervalMs } = HEALTH_LIMITS;
  expect(alerts).toContain(`(splitcast_source_unsent) > ${unsent}\n`);
  expect(alerts).toContain(`(splitcast_push_interval_seconds[2m]) > ${pushIntervalMs / 1_000}\n`);
});
