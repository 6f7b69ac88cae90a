import type { ReactNode } from 'react';
import { useFromStandings } from '#client/live/use-standings.ts';
import { Link } from '#client/ui/Link.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import { describeName } from '#shared/format/describe-name.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { listSexLeaders, type PlacedFinisher } from '#shared/scoring/rank-keys.ts';
import styles from './SexLeaders.module.css';

/** The first three women and men of a race; each half links to the results of that sex. */
export function SexLeaders({ event }: { readonly event: EventCode }): ReactNode {
  const { common, finding, results } = useTexts();
  // The surname, unless it is missing or two leaders share it.
  const shorten = (one: UnrankedResult, leaders: readonly PlacedFinisher[]): string => {
    const isAlone = leaders.filter(({ result }) => result.lastName === one.lastName).length === 1;
    return isAlone && one.lastName !== '' ? one.lastName : describeName(one, common);
  };
  const sexes = useFromStandings((all) => (all ? listSexLeaders(all, event) : []), [event]);
  if (sexes.length === 0) return null;
  return (
    <nav className={styles.strip} aria-label={results.leaders}>
      {sexes.map(({ sex, leaders }) => (
        <Link key={sex} className={styles.half} to={`/?tab=${event}&sex=${sex}`}>
          <b className={styles.sex}>{finding.sexes[sex]}</b>{' '}
          {leaders.map(({ result }) => shorten(result, leaders)).join(' · ')}
        </Link>
      ))}
    </nav>
  );
}
