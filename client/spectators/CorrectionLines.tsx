import type { ReactNode } from 'react';
import { useStandings } from '#client/live/use-standings.ts';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { CorrectionLine, PublicCorrection } from '#shared/news/corrections.ts';
import { describeCorrection } from '#shared/news/describe-correction.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';

export interface CorrectionLinesProps {
  readonly corrections: readonly PublicCorrection[];
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
  /** Shows only the corrections of this runner, as when no others are loaded. */
  readonly of?: UnrankedResult;
}

/** Corrections as sentences, each with its time. */
export function CorrectionLines(props: CorrectionLinesProps): ReactNode {
  const { corrections, config, nowMs, of } = props;
  const texts = useAllTexts();
  const standings = useStandings();
  const find = (runnerId: string): UnrankedResult | undefined =>
    of?.runnerId === runnerId ? of : standings.find(runnerId);
  const context = { standings: { find }, config, texts };
  const isShown = (line: CorrectionLine): boolean => !of || line.runnerId === of.runnerId;
  return (
    <ul className="panel-list">
      {corrections.flatMap((correction) => {
        const { id, atMs, lines, more } = correction;
        const clock = texts.common.dates.clockOn(atMs, nowMs, config.timeZone);
        return lines.filter(isShown).map((line, index) => {
          const sentence = describeCorrection(line, correction, context);
          const isLinked = !of && find(line.runnerId) !== undefined;
          const isLast = !of && index === lines.length - 1;
          return (
            <li key={`${id} ${line.runnerId}`} className="panel-line anywhere" data-correction={id}>
              <time className="muted nowrap" dateTime={new Date(atMs).toISOString()}>
                {clock}
              </time>{' '}
              {isLinked ? (
                <Link className="link" to={findRunnerPath(line)}>
                  {sentence}
                </Link>
              ) : (
                sentence
              )}
              {isLast && more > 0 ? ` (${texts.tables.more(more)})` : null}
            </li>
          );
        });
      })}
    </ul>
  );
}
