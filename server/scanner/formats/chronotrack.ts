import { isRaceMoment, parseEpoch } from '#shared/model/instant.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import {
  badLine,
  type LineFormat,
  type LineResult,
  type ReaderParts,
  type ReadMark,
  SKIP,
} from './line-format.ts';
import { Locations, readChip } from './read-fields.ts';

/** Epoch seconds with a fraction; milliseconds do not occur in these files. */
const SECONDS_FORM = /^\d{9,10}(?:\.\d+)?$/;
const CLIENT_FORM = /^[^~]*~[^~]*~CTP01$/;
const GREETING = [
  'Splitcast~1.0~5',
  'guntimes=true',
  'newlocations=true',
  'connection-id=false',
  'stream-mode=push',
  'time-format=iso',
  'getconnectionid',
  'geteventinfo',
  'getlocations',
  'authorize',
];

/**
 * Lines of ChronoTrack controllers, two forms in one stream: their read files,
 * `TO~seq~tag~n~n~epoch.hh~MAC~antenna~RSSI~n~P[~n]`, and CTP01, the lines they push,
 * `CT01_33~seq~location~tag~time~lap~reader~antenna`, after a greeting on both sides. The box writes its local time as
 * if it were UTC, so seconds, and ISO times with a `Z`, are local times in the clock's zone.
 */
export const CHRONOTRACK: LineFormat = {
  name: 'chronotrack',
  recognises: (line) => /^\s*(?:TO~|CT01_[13]3~)/.test(line) || CLIENT_FORM.test(line.trim()),
  createParser(parts) {
    const push = new PushSession(parts);
    return {
      parse(line) {
        const fields = line.split('~');
        return fields[0] === 'TO' ? parseFileLine(fields, parts) : push.parse(line, fields);
      },
      ping: () => (push.isGreeted ? 'ping\r\n' : ''),
    };
  },
};

function parseFileLine(fields: readonly string[], parts: ReaderParts): LineResult {
  if (fields.length !== 11 && fields.length !== 12) {
    return badLine(`${fields.length} fields, where a read has 11 or 12`);
  }
  const [, , tag = '', , , seconds = '', , , , , kind = ''] = fields;
  if (kind !== 'P') return badLine(`is of kind ${quoteGiven(kind)}, not P`);
  const shownMs = SECONDS_FORM.test(seconds) ? parseEpoch(seconds) : undefined;
  return shownMs !== undefined && isRaceMoment(shownMs)
    ? readChip(tag, shownMs, parts)
    : badLine(`${quoteGiven(seconds)} is not a time in epoch seconds`);
}

/** A connection of a controller that pushes, or its lines in a file. */
class PushSession {
  readonly #parts: ReaderParts;
  readonly #locations: Locations;
  isGreeted = false;
  #isStarted = false;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#locations = new Locations(parts.racePoints);
  }

  parse(line: string, fields: readonly string[]): LineResult {
    const [kind = '', subject = '', ...values] = fields;
    if (kind === 'CT01_33' || kind === 'CT01_13') return this.#parsePassing(fields);
    if (CLIENT_FORM.test(line)) {
      this.isGreeted = true;
      return { kind: 'frame', answer: `${GREETING.join('\r\n')}\r\n` };
    }
    if (kind === 'ping') return { kind: 'frame', answer: 'ack~ping\r\n' };
    if (kind === 'ack' && subject === 'getlocations') return this.#start(values);
    if (kind === 'ack') return SKIP;
    if (kind === 'err') {
      return { kind: 'frame', note: `it refuses ${quoteGiven(fields.slice(1).join(' '))}` };
    }
    return badLine(`begins with ${quoteGiven(kind)}, not with TO~`);
  }

  /** Requests the reads of each location after the last one in the journal. */
  #start(names: readonly string[]): LineResult {
    for (const name of names) this.#locations.note(name);
    if (this.#isStarted) return SKIP;
    this.#isStarted = true;
    const lasts = names.map((name) => this.#parts.marks.get(seriesOf(name)));
    if (lasts.every((last) => last === undefined)) return { kind: 'frame', answer: 'start\r\n' };
    const commands = names.map((name, index) => {
      const last = lasts[index];
      return last === undefined ? `start~${name}\r\n` : `start~${name}~${last + 1}\r\n`;
    });
    return { kind: 'frame', answer: commands.join('') };
  }

  #parsePassing(fields: readonly string[]): LineResult {
    if (fields.length !== 8) return badLine(`${fields.length} fields, where a read has 8`);
    const [, seq = '', location = '', tag = '', time = ''] = fields;
    if (!/^\d{1,12}$/.test(seq)) return badLine(`${quoteGiven(seq)} is not a number of a read`);
    const mark: ReadMark = { series: seriesOf(location), number: Number(seq) };
    if (tag === 'newlocation') {
      this.#locations.note(location);
      return { kind: 'frame', mark, answer: `getlocations\r\nstart~${location}\r\n` };
    }
    if (tag === 'guntime') {
      const note = `gun at ${quoteGiven(location)}: ${quoteGiven(time)} on its clock`;
      return { kind: 'frame', mark, note };
    }
    return { kind: 'frame', mark, parts: [this.#parseRead(location, tag, time)] };
  }

  #parseRead(location: string, tag: string, time: string): LineResult {
    const shownMs = parseEpoch(time);
    if (shownMs !== undefined && !isRaceMoment(shownMs)) {
      return badLine(`${quoteGiven(time)} is not a time`);
    }
    const result = readChip(tag, shownMs ?? time.replace(/Z$/, ''), this.#parts);
    if (result.kind !== 'read') return result;
    const place = this.#locations.find(location);
    if (typeof place === 'string') return badLine(place);
    return { kind: 'read', read: { ...result.read, points: place.points } };
  }
}

function seriesOf(location: string): string {
  return `chronotrack ${location}`;
}
