import { MAX_LISTED_READS, type TakenTime } from '#shared/model/decisions.ts';
import { append } from '#shared/model/group-by.ts';
import { parseBandId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { readSpan } from '#shared/model/time.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { gunsOf } from '#shared/scoring/own-start.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

export interface ElapsedList {
  readonly reads: readonly TakenTime[];
  /** Faults by line; with any, nothing is sent. */
  readonly faults: readonly string[];
}

const LINE_FORM = /^"?([^\s,;"]+)"?[\s,;]+"?([^"]*?)"?$/;

/**
 * Parses lines of a bib and the time since its runner's gun, `101,0:17:53`, separated by a comma, semicolon, tab or
 * blank. A first line without a digit is a header.
 */
export function readElapsedList(
  text: string,
  runners: readonly AdminRunner[],
  config: RaceConfig,
): ElapsedList {
  const { gunOf } = gunsOf(config);
  const byBib = new Map<string, AdminRunner[]>();
  for (const runner of runners) append(byBib, foldBib(runner.bibNumber), runner);
  const reads: TakenTime[] = [];
  const faults: string[] = [];
  const lineOf = new Map<string, number>();
  const read = (line: string, number: number): string | undefined => {
    const [, bib = '', written = ''] = LINE_FORM.exec(line) ?? [];
    const elapsedMs = readSpan(written)?.ms;
    if (elapsedMs === undefined)
      return `${line.slice(0, 40)} is not a bib and a time such as 101,0:17:53`;
    const [runner, other] = byBib.get(foldBib(bib)) ?? [];
    if (!runner || other) return `bib ${bib} is of ${runner ? 'several runners' : 'nobody'}`;
    const bandId = parseBandId(runner.raceNumber);
    if (bandId === undefined) return `bib ${bib} has no wristband: give one out on Registration`;
    const gunMs = gunOf(runner);
    if (gunMs === undefined) return `the start of bib ${bib} is not set yet`;
    const earlier = lineOf.get(bandId);
    if (earlier !== undefined) return `bib ${bib} is in line ${earlier} already`;
    lineOf.set(bandId, number);
    reads.push({ bandId, timeMs: gunMs + elapsedMs });
    return undefined;
  };
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const isHeader = index === 0 && !/\d/.test(line);
    const fault = line.trim() === '' || isHeader ? undefined : read(line.trim(), index + 1);
    if (fault !== undefined) faults.push(`Line ${index + 1}: ${fault}.`);
  }
  if (reads.length > MAX_LISTED_READS) {
    faults.unshift(`There are ${reads.length} times: add at most ${MAX_LISTED_READS} at once.`);
  }
  return { reads, faults };
}
