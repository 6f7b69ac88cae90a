import { expect, test } from 'vitest';

import { parseRaceSettings } from '#server/scanner/clock/race-settings.ts';
import { Decoded } from '#server/scanner/read-decoder.ts';
import { ReadSink, type ReadSinkOptions } from '#server/scanner/inputs/read-sink.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';

function sayOf(setup: string | undefined, points: readonly string[]): string[] {
  const { points: racePoints } = parseRaceSettings({
    timeZone: '"Europe/London"',
    ...(setup !== undefined && { setup }),
  });
  const said: string[] = [];
  const journal = {} as ReadSinkOptions['journal'];
  const sink = new ReadSink({
    journal,
    marks: new Map(),
    say: (text) => said.push(text),
    racePoints,
  });
  sink.reportUnknownPoints(points);
  return said;
}

function unknown(point: string): string {
  return `The race must have a point of the name ${point}, or its reads count nowhere.`;
}

test('[SN11] a point is unknown where the race, or without a setup the usual race, does not have it', () => {
  const setup = JSON.stringify(configOf(buildCourse('col')).setup);
  expect(sayOf(setup, ['col', 'finish', 'cp3', 'cp3'])).toEqual([unknown('cp3')]);
  for (const usual of [undefined, '""', 'no JSON', '"no setup"']) {
    expect(sayOf(usual, ['cp3', 'finish', 'col'])).toEqual([unknown('col')]);
  }
});

test('[SN39] the operator is shown the battery of each reader at first, and when it becomes low', async () => {
  const said: string[] = [];
  const journal = { append: () => Promise.resolve() } as unknown as ReadSinkOptions['journal'];
  const sink = new ReadSink({ journal, marks: new Map(), say: (text) => said.push(text) });
  for (const [reader, battery, isBatteryLow] of [
    ['hill', '24.1 V', false],
    ['hill', '23.6 V', false],
    ['hill', '22.9 V', true],
    ['lake', '24.0 V', false],
    ['hill', '22.8 V', true],
  ] as const) {
    const decoded = new Decoded();
    decoded.state = { battery, isBatteryLow };
    await sink.take(decoded, reader);
  }
  expect(said).toEqual([
    'Reader hill: battery 24.1 V',
    'Reader hill: battery 22.9 V, low',
    'Reader lake: battery 24.0 V',
  ]);
  expect(sink.readerState).toEqual({ battery: '22.8 V', isBatteryLow: true });
});
