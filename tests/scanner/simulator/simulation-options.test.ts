import { expect, test } from 'vitest';

import { OptionError } from '#server/scanner/command-line.ts';
import { parseSimulation } from '#server/scanner/simulator/simulation-options.ts';

test('[SN37] a simulated reader is asked for by its format, and where it waits or connects', () => {
  expect(parseSimulation(['--source', 'mat'])).toBeUndefined();
  expect(parseSimulation(['--simulate', 'ultra', '--help'])).toBe('help');
  expect(parseSimulation(['--simulate', 'ultra', '--listen', '127.0.0.1:4000'])).toEqual({
    reader: 'ultra',
    host: '127.0.0.1',
    port: 4000,
    firstBand: 1,
    lastBand: 100,
    perMinute: 30,
    seed: 1,
    isTorn: false,
    zone: 'Europe/London',
  });
});

test.each([
  [['--simulate', 'xml'], '--simulate is "xml", but must be one of chronotrack, mylaps'],
  [['--simulate', 'ipico'], 'A reader of ipico waits for the scanner: give --listen'],
  [['--simulate', 'mylaps', '--listen', 'a:1'], 'A reader of mylaps connects to the scanner'],
  [['--bands', '9-1'], '--bands is "9-1", but must be FIRST-LAST such as 101-300'],
  [['--bands', '0-4'], '--bands is "0-4"'],
  [['--rate', '0'], '--rate is "0", but must be a whole number from 1 to 6000'],
  [['--seed', 'x'], '--seed is "x"'],
  [['--zone', 'Wales'], '--zone is "Wales"'],
  [['--source', 'mat'], '--source is not an option'],
])('[SN37] %j is refused with what is allowed', (args, message) => {
  const whole = args.includes('--simulate') ? [] : ['--simulate', 'jchip', '--connect', 'a:1'];
  expect(() => parseSimulation([...whole, ...args])).toThrow(OptionError);
  expect(() => parseSimulation([...whole, ...args])).toThrow(message);
});
