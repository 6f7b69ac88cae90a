import type { ReactNode } from 'react';
import type { Neighbour, StageRun } from '#shared/scoring/stages.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { formatApart } from '#shared/format/format-time.ts';
import type { Rounding } from '#shared/model/race-setup.ts';

export interface NeighboursProps {
  readonly title: string;
  readonly run: StageRun;
  readonly rounding: Rounding;
}

/** The runners just ahead and behind at the last point, with the gaps. */
export function Neighbours({ title, run, rounding }: NeighboursProps): ReactNode {
  const { runner } = useAllTexts();
  const { elapsedMs, ahead, behind } = run;
  if (elapsedMs === null || (!ahead && !behind)) return null;
  const describeGap = (text: (gap: string) => string, otherMs: number): string => {
    const gap = formatApart(elapsedMs, otherMs, rounding);
    return gap === formatApart(0, 0, rounding) ? runner.sameTime : text(gap);
  };
  return (
    <section className="panel" aria-labelledby="neighbours">
      <h2 id="neighbours" className="text-m semibold muted">
        {title}
      </h2>
      <ul className="panel-list">
        {ahead ? (
          <Line neighbour={ahead} gap={describeGap(runner.ahead, elapsedMs - ahead.gapMs)} />
        ) : null}
        {behind ? (
          <Line neighbour={behind} gap={describeGap(runner.behind, elapsedMs + behind.gapMs)} />
        ) : null}
      </ul>
    </section>
  );
}

function Line({
  neighbour,
  gap,
}: {
  readonly neighbour: Neighbour;
  readonly gap: string;
}): ReactNode {
  return (
    <li className="panel-line row between touch">
      <RunnerLink runner={neighbour.result} />
      <span className="muted">{gap}</span>
    </li>
  );
}
