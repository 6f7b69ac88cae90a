import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { createLogger } from '#server/observe/logger.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

function openLog() {
  const lines: Record<string, unknown>[] = [];
  const write = (text: string): void => void lines.push(JSON.parse(text));
  return { logger: createLogger('info', { write }), lines };
}

test('a burst is one line, and a minute later another with the number of further ones', () => {
  const { logger, lines } = openLog();
  for (let i = 0; i < 10_000; i += 1) logger.child({ i }).warn({ address: `a${i}` }, 'Refused');
  expect(lines).toMatchObject([{ msg: 'Refused', address: 'a0' }]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(1)).toMatchObject([{ msg: 'Again: Refused', times: 9_999 }]);
  // After that the next line is written at once again.
  logger.warn('Refused');
  expect(lines).toHaveLength(3);
  expect(lines[2]).not.toHaveProperty('times');
});

test('different errors are separate lines, and lines below a warning are never held back', () => {
  const { logger, lines } = openLog();
  for (let i = 0; i < 3; i += 1) {
    logger.error({ err: new Error('one') }, 'Failed');
    logger.error({ err: new Error('two') }, 'Failed');
    logger.error(new Error('three'));
    logger.info('Served');
  }
  const messages = lines.map(({ msg }) => String(msg)).join(', ');
  expect(messages).toBe('Failed, Failed, three, Served, Served, Served');
});

test('the number of kinds is bounded', () => {
  const { logger, lines } = openLog();
  for (let i = 0; i < 5_000; i += 1) logger.warn(`strange ${i}`);
  expect(lines.length).toBeLessThan(300);
  vi.advanceTimersByTime(60_000);
  expect(lines.at(-1)).toMatchObject({ msg: 'Again: others', times: 4_799 });
});
