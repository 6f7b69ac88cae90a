import type { LiveRace } from '#server/race/live-race.ts';
import type { ServerTexts } from '#server/web/page-request.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';

import type { Choice } from './choose-list.ts';

export interface Section<Row> {
  /** Empty for rows that need none. */
  readonly heading: string;
  readonly rows: readonly Row[];
}

/** The results of a choice, section by section; rows are not put into words yet. */
export function listSections(
  { standings }: LiveRace,
  { tab }: Choice,
  texts: ServerTexts,
): Section<UnrankedResult>[] {
  if (!tab) return [];
  if (tab.kind === 'special') return [{ heading: '', rows: [...standings.special(tab.code)] }];
  const [finished, racing, out] = [
    [...standings.finishers(tab.code)],
    [...standings.onCourse(tab.code)],
    [...standings.dnfs(tab.code)],
  ];
  return [
    { heading: texts.plain.finished, rows: finished },
    { heading: texts.onCourse, rows: racing },
    { heading: texts.dnf, rows: out.filter(({ isDisqualified }) => !isDisqualified) },
    { heading: texts.dsq, rows: out.filter(({ isDisqualified }) => isDisqualified) },
  ];
}

export interface Page<Row> {
  readonly sections: readonly PageSection<Row>[];
  /** At least one. */
  readonly pages: number;
}

export interface PageSection<Row> extends Section<Row> {
  readonly count: number;
}

/** Cuts sections into pages of `rowsAPage` rows; the rest of a section continues under the same heading. */
export function cutPage<Row extends Starter>(
  sections: readonly Section<Row>[],
  page: number,
  size: number,
): Page<Row> {
  const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  let from = (page - 1) * size;
  let left = size;
  const shown: PageSection<Row>[] = [];
  for (const { heading, rows } of sections) {
    const part = from < rows.length ? rows.slice(from, from + left) : [];
    if (part.length > 0) {
      shown.push({ heading, rows: part, count: rows.length });
    }
    left -= part.length;
    from = Math.max(0, from - rows.length);
    if (left === 0) break;
  }
  return { sections: shown, pages: Math.max(1, Math.ceil(total / size)) };
}
