import type { ReactNode } from 'react';
import { formatKomTime } from '#shared/format/describe-result.ts';
import { type KomCode, coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';

export interface ClimbsProps {
  readonly result: UnrankedResult;
  readonly config: RaceConfig;
  /** The place on a special tab. */
  readonly findPlace: (kom: KomCode) => number | null;
}

/** The times on the climbs that have a tab, each with its place there. */
export function Climbs({ result, config, findPlace }: ClimbsProps): ReactNode {
  const { runner, common } = useAllTexts();
  const courses = coursesOf(config);
  const climbs = listTabs(config).flatMap((tab) => {
    if (tab.kind !== 'special') return [];
    const { index = -1 } = courses.findClimb(tab.code) ?? {};
    const time = formatKomTime(result.komsMs[index]);
    const place = findPlace(tab.code);
    return time === undefined ? [] : [{ code: tab.code, name: tab.label, time, place }];
  });
  if (climbs.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="climbs">
      <h2 id="climbs" className="text-m semibold muted">
        {runner.climbs}
      </h2>
      <ul className="panel-list">
        {climbs.map(({ code, name, time, place }) => (
          <li key={code} className="panel-line row between touch">
            <span className="shrinks semibold anywhere">{name}</span>
            <span>
              <strong>{time}</strong>{' '}
              {place === null ? null : (
                <small className="text-m muted">
                  {common.ordinal(place, courses.sexOf(result))}
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
