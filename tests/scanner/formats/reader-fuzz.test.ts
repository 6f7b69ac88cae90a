import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createParser, FORMATS } from '#server/scanner/formats/formats.ts';
import type { LineFormat } from '#server/scanner/formats/line-format.ts';
import { type Decoded, ReadDecoder } from '#server/scanner/read-decoder.ts';
import {
  ENCODINGS,
  LOCATION,
  type ReaderName,
} from '#tests/support/simulated-readers/encodings.ts';

import { at } from '../test-clock.ts';
import { createParts } from './parse-format.ts';

/** The input around the reads of a reader. */
interface Surroundings {
  /** Other lines of the reader, none of which is a read. */
  readonly others: readonly string[];
  /** Lines that no reader sends; each is one bad line at least. */
  readonly junk: readonly string[];
  /** The end of a piece of junk or of a cut line, by default CRLF. */
  readonly end?: string;
}

/** `2026-06-20 11:32:05.120` in London, where clocks are an hour ahead of UTC on that day. */
function wall(timeMs: number): string {
  return new Date(timeMs + 3_600_000).toISOString().replace('T', ' ').slice(0, 23);
}

const SURROUNDINGS: Readonly<Record<ReaderName, Surroundings>> = {
  chronotrack: {
    others: ['ack~ping\r\n', 'CT01_33~9~Mat~guntime~07:45:01.01~0~DF239A~0\r\n'],
    junk: ['CT01_33~12~Mat\r\n', 'hello\r\n'],
  },
  mylaps: {
    others: ['Mat@AckPing@$', '\r\n\0\0Mat@Pong@$'],
    junk: ['Mat@Boom@$', 'Mat@Passing@c=1@4@$'],
    end: '@$',
  },
  raceresult: {
    others: ['GETTIME;2026-06-20;11:00:00.000\r\n', '\r\n'],
    junk: ['7;104;0000-00-00;00:00:02.773\r\n', 'x;y\r\n'],
  },
  ipico: {
    others: ['ab000a2c260306052004151b2782ae\r\n', '\r\n'],
    junk: ['IPICO\r\n', 'aa00\r\n'],
  },
  ultra: { others: ['V=24.1\r', 'Connected,1\r\n'], junk: ['0,1,2\r', 'Z\n'], end: '\n' },
  macsha: { others: ['VOIDTAG\r\n', 'PING;PONG\r\n'], junk: ['1;MC;x\r\n', 'MC00001\r\n'] },
  jchip: {
    others: ['N0000Mat\r', 'GT011320512 date=20260620\r'],
    junk: ['DA\r', 'Q\r'],
    end: '\r',
  },
  impinj: {
    others: ['[', '{"eventType":"antennaConnected"}]\n'],
    junk: ['hello\n', '{"a":1}\n'],
    end: '\n',
  },
};

const FIRST_MS = at('2026-06-20T09:00:00Z');
const LISTS = new Set(['line', 'csv', 'ndjson']);
/** All formats of readers: one without an encoding fails. */
const readers = FORMATS.filter(({ name }) => !LISTS.has(name));

type Piece =
  | { readonly kind: 'read' }
  | { readonly kind: 'other' | 'junk'; readonly which: number }
  /** A read that stops in the middle, with the end of a line after it or without. */
  | { readonly kind: 'cut'; readonly share: number; readonly isEnded: boolean };

const pieces: fc.Arbitrary<Piece[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Piece>({ kind: 'read' }) },
    fc.record({ kind: fc.constantFrom('other' as const, 'junk' as const), which: fc.nat(1) }),
    fc.record({
      kind: fc.constant('cut' as const),
      share: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
      isEnded: fc.boolean(),
    }),
  ),
  { maxLength: 14 },
);

interface Stream {
  readonly bytes: Buffer;
  /** The reads that must be found, as `band time`. */
  readonly whole: readonly string[];
  /** Reads that were cut, or follow a cut one: each is found once and right, or not at all. */
  readonly unsure: readonly string[];
  readonly leastBad: number;
}

function write(name: string, plan: readonly Piece[]): Stream {
  const { others, junk, end = '\r\n' } = SURROUNDINGS[name as ReaderName];
  // Only objects of JSON are whole right after a read that was cut.
  const survivesCuts = name === 'impinj';
  const forms = ENCODINGS[name as ReaderName];
  const parts: string[] = [];
  const whole: string[] = [];
  const unsure: string[] = [];
  let leastBad = 0;
  let isAfterCut = false;
  for (const [index, piece] of plan.entries()) {
    const timeMs = FIRST_MS + index * 1_230;
    const read = { band: 100 + index, timeMs, wall: wall(timeMs) };
    const named = `${read.band} ${timeMs}`;
    const text = forms[index % forms.length]?.(read, index) ?? '';
    if (piece.kind === 'read') {
      parts.push(text);
      (isAfterCut && !survivesCuts ? unsure : whole).push(named);
    } else if (piece.kind === 'cut') {
      const length = Math.max(1, Math.floor(text.trim().length * piece.share));
      parts.push(text.trimStart().slice(0, length) + (piece.isEnded ? end : ''));
      unsure.push(named);
    } else {
      parts.push((piece.kind === 'junk' ? junk : others)[piece.which] ?? '');
      if (piece.kind === 'junk' && !isAfterCut) leastBad += 1;
    }
    isAfterCut = piece.kind === 'cut' && !piece.isEnded;
  }
  // The last piece is known to be complete once something follows.
  parts.push(...others);
  return { bytes: Buffer.from(parts.join('')), whole, unsure, leastBad };
}

function decode(format: LineFormat | undefined, bytes: Uint8Array, size: number) {
  // Half a name before counts as another location.
  const parts = createParts({ racePoints: [LOCATION.toLowerCase()] });
  const parser = createParser(format, parts);
  const decoder = new ReadDecoder({ parser, points: ['finish'], offsetMs: 0 });
  const decoded: Decoded[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    decoded.push(decoder.push(bytes.subarray(from, from + size)));
  }
  decoded.push(decoder.end());
  return {
    reads: decoded.flatMap(({ reads }) => reads),
    badLines: decoded.flatMap(({ badLines }) => badLines),
    answer: decoded.map(({ answer }) => answer).join(''),
  };
}

test.each(readers)(
  '[SN4 SN3] $name: of random reads, cut, joined and with junk between, the complete ones are read once and correctly',
  (format) => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 60 }), (plan, size) => {
        const { bytes, whole, unsure, leastBad } = write(format.name, plan);
        const { reads, badLines, answer } = decode(format, bytes, size);
        expect(decode(format, bytes, bytes.length + 1)).toEqual({ reads, badLines, answer });
        const came = reads.map(({ bandId, timeMs = 0 }) => `${bandId} ${timeMs}`);
        expect(new Set(came).size).toBe(came.length);
        expect(whole.filter((read) => !came.includes(read))).toEqual([]);
        const possible = new Set([...whole, ...unsure]);
        // Half a line may make the code of a chip longer, which is then nobody's.
        const others = came.filter((read) => !possible.has(read));
        expect(others.filter((read) => /^\d+ /.test(read))).toEqual([]);
        expect(badLines.length).toBeGreaterThanOrEqual(leastBad);
        // Missing reads are reported, except for remains of a byte or two, and two halves that look like
        // the first of them.
        const isMuch = plan.every(
          (piece, index) =>
            piece.kind !== 'cut' || (piece.share > 0.25 && plan[index - 1]?.kind !== 'cut'),
        );
        const isLost = isMuch && came.length < whole.length + unsure.length;
        expect(badLines.length).toBeGreaterThanOrEqual(isLost ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  },
);

test.each(readers)('[SN9] $name is recognised by its reads', (format) => {
  const { bytes, whole } = write(format.name, [{ kind: 'read' }, { kind: 'junk', which: 0 }]);
  // A list is recognised by its bracket.
  const list = Buffer.from(format.name === 'impinj' ? '[' : '');
  const { reads } = decode(undefined, Buffer.concat([list, bytes]), 7);
  expect(reads.map(({ bandId, timeMs = 0 }) => `${bandId} ${timeMs}`)).toEqual(whole);
});
