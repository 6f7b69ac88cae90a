import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test } from 'vitest';

import { createParser, FORMATS } from '#server/scanner/formats/formats.ts';
import { ConnectInput } from '#server/scanner/inputs/connect-input.ts';
import { ReadMarks } from '#server/scanner/inputs/read-marks.ts';
import { ReadDecoder } from '#server/scanner/read-decoder.ts';
import type { ReaderName } from '#tests/support/simulated-readers/encodings.ts';
import { runSimulator } from '#tests/support/simulated-readers/run-simulator.ts';
import { SIMULATED_READERS } from '#tests/support/simulated-readers/simulated-readers.ts';
import { eventually } from '#tests/support/eventually.ts';

import { createContext } from '../formats/parse-format.ts';
import { startDialogue } from '../inputs/dialogue-fixture.ts';
import { createTestClock } from '../test-clock.ts';

const NAMES = Object.keys(SIMULATED_READERS) as ReaderName[];
const LAST_BAND = 12;
const BANDS = Array.from({ length: LAST_BAND }, (_, index) => String(index + 1)).toSorted();

function simulate(reader: ReaderName, port: number): readonly string[] {
  const said: string[] = [];
  const stop = new AbortController();
  const options = { reader, host: '127.0.0.1', port, firstBand: 1, lastBand: LAST_BAND };
  const run = runSimulator(
    { ...options, perMinute: 6_000, seed: 7, isTorn: true, zone: 'Europe/London' },
    stop.signal,
    (text) => said.push(text),
  );
  onTestFinished(async () => {
    stop.abort();
    await run;
  });
  return said;
}

test.each(NAMES.filter((name) => SIMULATED_READERS[name].role === 'calls'))(
  '[SN34] %s: what a simulated reader sends is in the journal, over a wire that tears',
  async (name) => {
    const { journal, port } = await startDialogue();
    const said = simulate(name, port);
    await eventually(() => {
      const lines = readFileSync(journal.path, 'utf8').trim().split('\n').slice(1);
      const bands = lines.map((line) => (JSON.parse(line) as { band: string }).band);
      expect([...new Set(bands)].toSorted()).toEqual(BANDS);
    });
    expect(said[0]).toContain(`--format ${name} --listen 127.0.0.1:${port}`);
  },
);

test.each(NAMES.filter((name) => SIMULATED_READERS[name].role === 'waits'))(
  '[SN36] %s: a simulated reader is connected to, again whenever the wire tears',
  async (name) => {
    const said = simulate(name, 0);
    const port = await eventually(() => {
      const found = /--connect 127\.0\.0\.1:(\d+)/.exec(said.join('\n'))?.[1];
      if (found === undefined) throw new Error('It does not wait yet.');
      return Number(found);
    });
    const bands = new Set<string>();
    const marks = new ReadMarks();
    const stop = new AbortController();
    const input = new ConnectInput({
      host: '127.0.0.1',
      port,
      idleMinutes: 60,
      createDecoder: () => {
        const format = FORMATS.find((one) => one.name === name);
        const context = createContext({ marks, now: Date.now });
        const parser = createParser(format, createTestClock(), context);
        return new ReadDecoder({ parser, points: ['finish'], offsetMs: 0 });
      },
      sink: {
        take: (decoded) => {
          for (const { bandId } of decoded.reads) bands.add(bandId);
          for (const mark of decoded.marks ?? []) marks.set(mark);
          return Promise.resolve();
        },
      },
      say: () => undefined,
    });
    const run = input.run(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await run;
    });
    await eventually(() => expect([...bands].toSorted()).toEqual(BANDS));
  },
);
