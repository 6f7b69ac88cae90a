import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { presentRankedResult } from '#shared/scoring/present-result.ts';
import type { freeze, CheckpointPlaces } from '#shared/scoring/present-standings.ts';
import type { Steps } from '#shared/scoring/steps.ts';
import type { ResultsBody } from '#shared/wire/http-api.ts';

/** What GET /api shows, as it was at one moment. */
interface Shown extends Omit<ResultsBody, 'runners'> {
  readonly frozen: ReturnType<typeof freeze>;
}

interface Piece {
  readonly rows: readonly UnrankedResult[];
  readonly bytes: Buffer;
  /** The greatest split at each checkpoint. */
  readonly reach: readonly number[];
}

interface Written {
  readonly pieces: ReadonlyMap<UnrankedResult | undefined, Piece>;
  readonly places: CheckpointPlaces;
  readonly total: number;
}

/** On average one row in so many ends a piece, and none is much longer. */
const ROWS_A_PIECE = 32;
const MAX_ROWS = 4 * ROWS_A_PIECE;

/**
 * Writes the text of GET /api, that of `presentAll` (`present-standings.ts`), and keeps it in pieces. The next time
 * a piece is taken as it is when it has the same rows, and nobody came in before them at a checkpoint.
 */
export class ResultsText {
  readonly #rowsAStep: number;
  readonly #written = new Map<EventCode, Written>();

  /** So many rows are written before others have a turn. */
  constructor(rowsAStep: number) {
    this.#rowsAStep = rowsAStep;
  }

  *write({ frozen, totals, ...rest }: Shown): Steps<Buffer> {
    const texts: Buffer[] = [Buffer.from('{"runners":{"data":[')];
    let rowsWritten = 0;
    for (const [event, { listed, places }] of frozen) {
      const total = totals[event] ?? 0;
      const last = this.#written.get(event);
      const before = last?.total === total ? last : undefined;
      const steady = before ? places.findSteady(before.places) : [];
      const pieces = new Map<UnrankedResult | undefined, Piece>();
      for (const rows of cut(listed)) {
        const known = before?.pieces.get(rows[0]);
        const isKept = known && isSame(known.rows, rows) && isWithin(known.reach, steady);
        const piece = isKept ? known : writePiece(rows, places, total);
        pieces.set(rows[0], piece);
        if (texts.length > 1) texts.push(COMMA);
        texts.push(piece.bytes);
        if (!isKept) rowsWritten += rows.length;
        if (rowsWritten < this.#rowsAStep) continue;
        rowsWritten = 0;
        yield;
      }
      this.#written.set(event, { pieces, places, total });
      yield;
    }
    texts.push(Buffer.from(`]},${JSON.stringify({ ...rest, totals }).slice(1)}`));
    return yield* join(texts);
  }
}

const COMMA = Buffer.from(',');

function writePiece(
  rows: readonly UnrankedResult[],
  places: CheckpointPlaces,
  total: number,
): Piece {
  const presented = rows.map((row) => presentRankedResult(row, places.of(row), total));
  const slots = rows[0]?.splitsMs ?? [];
  const reach = slots.map((_, slot) =>
    rows.reduce((most, { splitsMs }) => {
      const splitMs = splitsMs[slot] ?? null;
      return splitMs === null ? most : Math.max(most, places.valueOf(splitMs));
    }, -Infinity),
  );
  return { rows, bytes: Buffer.from(JSON.stringify(presented).slice(1, -1)), reach };
}

/** Cuts a list at places that its rows determine, so that an added or removed row moves no other cut. */
function* cut(listed: readonly UnrankedResult[]): Generator<readonly UnrankedResult[]> {
  let from = 0;
  for (const [at, { runnerId }] of listed.entries()) {
    const length = at + 1 - from;
    if (length < MAX_ROWS && !endsPiece(runnerId) && at + 1 < listed.length) continue;
    yield listed.slice(from, at + 1);
    from = at + 1;
  }
}

/** Hashes only the end of an id: ids of an import are random, and others count up. */
function endsPiece(runnerId: string): boolean {
  const { length } = runnerId;
  const sum =
    runnerId.charCodeAt(length - 1) +
    7 * runnerId.charCodeAt(length - 2) +
    31 * runnerId.charCodeAt(length - 3);
  return sum % ROWS_A_PIECE === 0;
}

function isSame(a: readonly UnrankedResult[], b: readonly UnrankedResult[]): boolean {
  return a.length === b.length && a.every((row, at) => row === b[at]);
}

/** Whether nobody in a piece has a split at which a place may be another one by now. */
function isWithin(reach: readonly number[], steady: readonly number[]): boolean {
  return reach.every((splitMs, slot) => splitMs <= (steady[slot] ?? -Infinity));
}

const BYTES_A_STEP = 4_000_000;

/** Copied bit by bit, since twenty megabytes at once take as many milliseconds. */
function* join(texts: readonly Buffer[]): Steps<Buffer> {
  const whole = Buffer.allocUnsafeSlow(texts.reduce((size, text) => size + text.length, 0));
  let at = 0;
  let restedAt = 0;
  for (const text of texts) {
    at += text.copy(whole, at);
    if (at - restedAt < BYTES_A_STEP) continue;
    restedAt = at;
    yield;
  }
  return whole;
}
