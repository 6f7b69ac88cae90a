import type { ReactNode } from 'react';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import { Link } from '#client/ui/Link.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { listSexLeaders, type PlacedFinisher } from '#shared/scoring/rank-keys.ts';
import styles from './SexLeaders.module.css';

/** The first three women and men of a race; each half links to the results of that sex. */
export function SexLeaders({ event }: { readonly event: EventCode }): ReactNode {
  const { common, finding, outcome, results } = useTexts();
  // The surname, unless it is missing or two leaders share it.
  const shorten = (one: UnrankedResult, leaders: readonly PlacedFinisher[]): string => {
    const isAlone = leaders.filter(({ result }) => result.lastName === one.lastName).length === 1;
    return isAlone && one.lastName !== '' ? one.lastName : describeName(one, common);
  };
  const { courses } = useStandings();
  const sexes = useFromStandings((all) => (all ? listSexLeaders(all, event) : []), [event]);
  if (sexes.length === 0) return null;
  return (
    <nav className={styles.strip} aria-label={results.leaders}>
      <div className={styles.halves}>
        {sexes.map(({ sex, leaders }) => (
          <Link key={sex} className={styles.half} to={`/?tab=${event}&sex=${sex}`}>
            <b className={styles.sex}>{finding.sexes[sex]}</b>{' '}
            <span>
              {leaders.map(({ result, place }) => (
                <span key={result.runnerId} className={styles.leader}>
                  <b>{place} </b>
                  <bdi>{describeName(result, common)} </bdi>
                  <bdi className={styles.short}>{shorten(result, leaders)} </bdi>
                  <b className="nowrap">
                    {describeTotal(result, outcome, courses.rankingOf(event))}{' '}
                  </b>
                </span>
              ))}
            </span>
          </Link>
        ))}
      </div>
    </nav>
  );
}
