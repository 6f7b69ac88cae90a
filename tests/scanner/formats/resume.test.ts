import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createParser, FORMATS } from '#server/scanner/formats/formats.ts';
import { type Decoded, ReadDecoder } from '#server/scanner/read-decoder.ts';
import { encodeUltra } from '#tests/support/simulated-readers/encodings.ts';
import { ReaderMemory } from '#tests/support/simulated-readers/reader-session.ts';
import { SIMULATED_READERS } from '#tests/support/simulated-readers/simulated-readers.ts';

import { createParts } from './parse-format.ts';
import { at } from '../test-clock.ts';

/** A scanner and a reader that is made up, with a wire between them that can be cut at any byte. */
class Link {
  nowMs = at('2026-06-20T10:00:00Z');
  readonly memory = new ReaderMemory('Europe/London', () => this.nowMs);
  /** The reads in the journal, as `band time`. */
  readonly journal: string[] = [];
  badLines = 0;
  readonly #name: keyof typeof SIMULATED_READERS;
  readonly #marks = new Map<string, number>();

  constructor(name: keyof typeof SIMULATED_READERS) {
    this.#name = name;
  }

  /** The reads of the mat, as the journal must have them. */
  get crossed(): string[] {
    return this.memory.reads.map(({ band, timeMs }) => `${band} ${timeMs}`);
  }

  cross(count: number): void {
    for (let i = 0; i < count; i += 1) {
      this.nowMs += 1_230;
      this.memory.read(100 + this.memory.reads.length);
    }
  }

  /** One connection in which `counts` bands cross, cut after this number of bytes to the scanner; returns their number. */
  connect(counts: readonly number[], cutAfter = Infinity): number {
    const { role, open } = SIMULATED_READERS[this.#name];
    const session = open(this.memory);
    const format = FORMATS.find(({ name }) => name === this.#name);
    const parts = createParts({ marks: this.#marks, now: () => this.nowMs });
    const parser = createParser(format, parts);
    const decoder = new ReadDecoder({ parser, points: ['finish'], offsetMs: 0 });
    let sent = 0;
    /** Lets both sides speak until they are silent; false when the wire is cut. */
    const settle = (said: string, asked: string): boolean => {
      let toScanner = said;
      let toReader = asked;
      while (toScanner !== '' || toReader !== '') {
        toScanner += session.hear(toReader);
        toReader = '';
        const bytes = Buffer.from(toScanner.slice(0, cutAfter - sent), 'latin1');
        sent += bytes.length;
        const isCut = bytes.length < toScanner.length;
        toScanner = '';
        toReader += this.#take(decoder.push(bytes));
        if (isCut) return false;
        toScanner += session.tell();
      }
      return true;
    };
    const isUp =
      settle(session.greeting, role === 'waits' ? decoder.greet() : '') &&
      counts.every((count) => {
        this.cross(count);
        return settle(session.tell(), '') && this.#ping(decoder, settle);
      });
    if (!isUp) decoder.cutOff();
    return sent;
  }

  #ping(decoder: ReadDecoder, settle: (said: string, asked: string) => boolean): boolean {
    this.nowMs += 10_000;
    return settle('', decoder.ping());
  }

  #take({ reads, badLines, marks, answer }: Decoded): string {
    for (const { bandId, timeMs = 0 } of reads) this.journal.push(`${bandId} ${timeMs}`);
    for (const { series, number } of marks) this.#marks.set(series, number);
    this.badLines += badLines.length;
    return answer;
  }
}

const RESUMING = ['raceresult', 'macsha', 'ultra', 'mylaps', 'chronotrack'] as const;

test.each(RESUMING)('[SN36] %s: however often it is cut, nothing is lost or wrong', (name) => {
  const connection = fc.record({
    counts: fc.array(fc.nat(5), { maxLength: 4 }),
    meanwhile: fc.nat(3),
    cutAfter: fc.nat(900),
  });
  fc.assert(
    fc.property(fc.array(connection, { maxLength: 6 }), (connections) => {
      const link = new Link(name);
      for (const { counts, meanwhile, cutAfter } of connections) {
        link.cross(meanwhile);
        link.connect(counts, cutAfter);
      }
      // No later read would show the gap.
      link.connect([0, 0, 0, 0]);
      expect(new Set(link.journal)).toEqual(new Set(link.crossed));
      expect(link.badLines).toBe(0);
    }),
    { numRuns: 150 },
  );
});

test('[SN36] ultra: a gap is requested at once and six times in all, and a cleared log again', () => {
  const now = at('2026-06-20T10:00:00Z');
  const format = FORMATS.find(({ name }) => name === 'ultra');
  const parser = createParser(format, createParts({ now: () => now }));
  const take = (number: number, rewound: 0 | 1): string | undefined => {
    const read = { band: number, timeMs: now, wall: '2026-06-20 11:00:00.000' };
    const result = parser.parse(encodeUltra(read, number, rewound));
    return result.kind === 'frame' ? result.answer : undefined;
  };
  // Twelve hours ago, by the box's own clock and in seconds since 1980.
  const fromSeconds = (at('2026-06-19T23:00:00Z') - at('1980-01-01T00:00:00Z')) / 1_000;
  expect(parser.greet?.()).toBe(`r\n8\0\0${fromSeconds}\r4294967295\r`);
  expect(take(39, 1)).toBeUndefined();
  expect(take(40, 0)).toBeUndefined();
  expect(take(43, 0)).toBe('6\0\u000041\r43\r');
  const asked = Array.from({ length: 7 }, () => parser.ping?.());
  expect(asked.filter((text) => text?.includes('41\r43'))).toHaveLength(5);
  expect(asked.at(-1)).toBe('r\n');
  expect(take(1, 0)).toMatch(/^8/);
  expect(take(1, 1)).toBeUndefined();
  expect(take(2, 0)).toBeUndefined();
});
