import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { Metrics } from '#server/observe/metrics.ts';

const ROOT = join(import.meta.dirname, '../..');
const METRIC = /\b(?:splitcast|nodejs|process)_\w+/g;
const URGENCIES = new Set(['page', 'ticket']);

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

function read(name: string): string {
  return readFileSync(join(ROOT, 'docs', name), 'utf8');
}

const { groups } = parse(read('operations/alerts.yml')) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

/** The names of all series that an instance can give. */
async function listSeries(): Promise<ReadonlySet<string>> {
  const types = (await new Metrics().render()).matchAll(/^# TYPE (\S+) (\S+)$/gm);
  return new Set(
    Array.from(types).flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

/** As GitHub makes an address of a heading. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

test('[CL8] alerts, dashboard and documents name figures that an instance gives', async () => {
  const series = await listSeries();
  const queries = [...alerts.map(({ expr }) => expr), read('operations/grafana.json')];
  const asked = queries.flatMap((query) => query.match(METRIC) ?? []);
  expect(new Set(asked).size).toBeGreaterThan(20);
  expect(asked.filter((name) => !series.has(name))).toEqual([]);
  const named = ['runbook.md', 'production.md', 'scaling.md'].flatMap(
    (name) => read(name).match(METRIC) ?? [],
  );
  const known = new Set([...series].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  // What a line of them begins with.
  const isKnown = (name: string): boolean =>
    name === 'splitcast_' || known.has(name) || series.has(name);
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});

test('every alert says how urgent it is and leads to a heading of the runbook', () => {
  const headings = Array.from(read('runbook.md').matchAll(/^## (.+)$/gm), ([, text = '']) => text);
  const anchors = new Set(headings.map((text) => `docs/runbook.md#${toAnchor(text)}`));
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  const lost = alerts.filter(
    ({ labels, annotations: { runbook, summary } }) =>
      !anchors.has(runbook) || summary === '' || !URGENCIES.has(labels.severity),
  );
  expect(lost).toEqual([]);
});
