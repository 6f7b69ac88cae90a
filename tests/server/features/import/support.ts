import type { ImportOutcome } from '#server/features/import/import-outcome.ts';
import { getMapping } from '#server/features/import/parse-mapping.ts';
import { type ImportOptions, readRunners } from '#server/features/import/read-runners.ts';
import { coursesOf, USUAL_COURSES } from '#shared/model/courses.ts';
import type { ImportMapping } from '#shared/wire/import-api.ts';

const START = { start: '2026-06-20-10-00-00', hasOwnStarts: false };

/** A race with the default settings and a start. */
const OPTIONS: ImportOptions = {
  distances: ['Half', 'Full', 'Ultra'],
  raceDays: USUAL_COURSES.byEvent(() => '2026-06-20'),
  starts: USUAL_COURSES.byEvent(() => START),
  setup: '',
};

/** Parses UTF-8 text or bytes. */
function parse(
  content: string | Uint8Array,
  options: Partial<ImportOptions>,
): Promise<ImportOutcome> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return readRunners(bytes, { ...OPTIONS, ...options });
}

export const importText = (
  content: string | Uint8Array,
  distances: readonly string[] = OPTIONS.distances,
  privateNow = 0,
) => parse(content, { distances, privateNow });

/** Parses a merge of entries with these bibs, all in the half. */
export const mergeText = (text: string, bibs: readonly string[], mapping: ImportMapping = {}) =>
  parse(text, {
    isMerge: true,
    eventsByBib: new Map(bibs.map((bib) => [bib, 'BB'])),
    mapping: getMapping(JSON.stringify(mapping), USUAL_COURSES),
  });

/** Parses text for a race with this setup. */
export function importInto(setup: string, text: string): Promise<ImportOutcome> {
  const courses = coursesOf({ setup });
  const raceDays = courses.byEvent(() => '2026-06-20');
  const distances = courses.setup.distances.map(({ name }) => name);
  return parse(text, { setup, distances, raceDays, starts: courses.byEvent(() => START) });
}

/** Parses with a mapping as sent by the page. */
export const importMapped = (content: string | Uint8Array, mapping: ImportMapping) =>
  parse(content, { mapping: getMapping(JSON.stringify(mapping), USUAL_COURSES) });

export function getGood(outcome: ImportOutcome): ImportOutcome {
  if (outcome.faultCount > 0)
    throw new Error(`unexpected faults: ${JSON.stringify(outcome.faults)}`);
  return outcome;
}

/** The faults as `line: message`. */
export function faultsOf(outcome: ImportOutcome): string[] {
  if (outcome.faultCount === 0) throw new Error(`no faults, but ${outcome.runners.length} runners`);
  return outcome.faults.map(({ line, message }) => `${line}: ${message}`);
}
