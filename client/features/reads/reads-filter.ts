import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import type { EpochMs } from '#shared/model/time.ts';
import { isTimePoint } from '#shared/model/time-point.ts';
import { VERDICTS } from '#shared/scoring/count-scans.ts';
import { type ReadVerdict, TIMED_READS } from '#shared/wire/reads-api.ts';
import { beneathOverlays } from '#client/ui/overlays.ts';
import { parseMoment } from '#client/organisers/texts/moment-text.ts';
import { useSettled } from '#client/ui/use-settled.ts';

/** The verdicts of a read, in the order of the choice. */
export const READ_VERDICTS: readonly ReadVerdict[] = [...VERDICTS, 'void'];

const PARTS = ['find', 'source', 'point', 'verdict', 'from', 'until'] as const;

/** An empty part matches all reads; `from` and `until` are as typed. */
export type ReadsFilter = Readonly<Record<(typeof PARTS)[number], string>>;

const MAX_LENGTH = 100;

function readFilter(params: URLSearchParams): ReadsFilter {
  const read = (part: (typeof PARTS)[number]): string =>
    (params.get(part) ?? '').trim().slice(0, MAX_LENGTH);
  const verdict = read('verdict');
  const point = read('point');
  const isVerdict = ['not-counted', ...TIMED_READS, ...READ_VERDICTS].includes(verdict);
  return {
    find: read('find'),
    source: read('source'),
    point: isTimePoint(point) ? point : '',
    verdict: isVerdict ? verdict : '',
    from: read('from'),
    until: read('until'),
  };
}

export interface FilterDay {
  /** Any moment of the day. */
  readonly dayMs: EpochMs;
  readonly timeZone: string;
}

/** Parses a filter time; undefined if empty or invalid. */
export function readFilterTime(
  part: 'from' | 'until',
  text: string,
  { dayMs, timeZone }: FilterDay,
): EpochMs | undefined {
  return text === '' ? undefined : parseMoment(text, dayMs, timeZone, part === 'from' ? 0 : 999);
}

/** The filter as the query of the call; empty for all reads. Invalid times are ignored. */
export function spellFilter(filter: ReadsFilter, day: FilterDay): string {
  const parts = PARTS.flatMap((part) => {
    const value =
      part === 'from' || part === 'until'
        ? (readFilterTime(part, filter[part], day)?.toString() ?? '')
        : filter[part];
    return value === '' ? [] : [[part, value]];
  });
  return new URLSearchParams(parts).toString();
}

/** The filter in the address; typed text is added shortly after the last key. */
export function useReadsFilter() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const [text, setText] = useState(filter.find);
  const settled = useSettled(text).trim().slice(0, MAX_LENGTH);
  const known = useRef(filter.find);

  const change = (part: Partial<ReadsFilter>): void => {
    // Overlays have history entries of their own.
    beneathOverlays(() => {
      const now = new URLSearchParams(location.search);
      const next = { ...readFilter(now), ...part };
      for (const name of PARTS) {
        if (next[name] === '') now.delete(name);
        else now.set(name, next[name]);
      }
      setParams(now, { replace: true });
    });
  };
  useEffect(() => {
    if (settled === known.current) return;
    known.current = settled;
    change({ find: settled });
    // oxlint-disable-next-line react/exhaustive-deps -- on typing, not on a change of the address
  }, [settled]);
  useEffect(() => {
    // A link to this screen changed the address; the rendered filter may be older.
    const { find } = readFilter(new URLSearchParams(location.search));
    if (find === known.current) return;
    known.current = find;
    setText(find);
  }, [filter.find]);

  return { filter, text, setText, change };
}
