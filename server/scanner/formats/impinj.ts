import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import {
  badLine,
  type LineFormat,
  type LineResult,
  type ReaderParts,
  SKIP,
} from './line-format.ts';
import { readChip } from './read-fields.ts';

const ZONED_FORM = /(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * Events of Impinj R700 readers as JSON objects, one a line as in their stream or in lists as from
 * their webhook, wherever the bytes are cut. The chip is `epcHex`, else `epc` in base64url.
 */
export const IMPINJ: LineFormat = {
  name: 'impinj',
  recognises: (line) =>
    /^(?:data:)?\s*\{.*"(?:tagInventoryEvent|eventType)"\s*:/s.test(line.trim()),
  createParser: (parts) => ({
    framing: 'objects',
    parse: (text) => parseEvent(text, parts),
  }),
};

function parseEvent(text: string, parts: ReaderParts): LineResult {
  // The prefix of a line of an event stream.
  const json = text.replace(/^data:\s*/, '');
  if (json === '') return SKIP;
  const event = parseJsonObject(json);
  if (!event) return badLine(`${quoteGiven(text)} is not a JSON object`);
  const tag = event['tagInventoryEvent'];
  if (!isPlainObject(tag)) {
    // Events of antennas and of the reader itself.
    return typeof event['eventType'] === 'string' && event['eventType'] !== 'tagInventory'
      ? SKIP
      : badLine('is not an event of a reader');
  }
  const code = findCode(tag);
  if (code === undefined) return badLine('has no EPC');
  const time = tag['lastSeenTime'] ?? event['timestamp'];
  if (typeof time !== 'string' || !ZONED_FORM.test(time)) return badLine('has no time with a zone');
  return readChip(code, time, parts);
}

function findCode({ epc, epcHex }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof epcHex === 'string' && /^[\da-f]+$/i.test(epcHex)) return epcHex;
  if (typeof epc !== 'string' || !/^[\w-]+={0,2}$/.test(epc)) return undefined;
  return Buffer.from(epc, 'base64url').toString('hex').toUpperCase();
}
