import type { ReactNode } from 'react';
import { useStandings } from '#client/live/use-standings.ts';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import { describeCorrection } from '#shared/news/describe-correction.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';

export interface CorrectionLinesProps {
  readonly corrections: readonly PublicCorrection[];
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
}

/** Corrections as sentences, each with its time. */
export function CorrectionLines({ corrections, config, nowMs }: CorrectionLinesProps): ReactNode {
  const texts = useAllTexts();
  const standings = useStandings();
  const context = { standings, config, texts };
  return (
    <ul className="panel-list">
      {corrections.flatMap((correction) => {
        const { id, atMs, lines, more } = correction;
        const clock = texts.common.dates.clockOn(atMs, nowMs, config.timeZone);
        return lines.map((line, index) => {
          const sentence = describeCorrection(line, correction, context);
          const isLinked = standings.find(line.runnerId) !== undefined;
          const isLast = index === lines.length - 1;
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
