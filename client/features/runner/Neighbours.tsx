import type { ReactNode } from 'react';
import type { StageRun, Neighbour } from '#shared/scoring/legs.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { describeGap } from './list-stages.ts';

export interface NeighboursProps {
  readonly title: string;
  readonly run: StageRun;
}

/** Who was just ahead and just behind where the runner was last, and by how much. */
export function Neighbours({ title, run }: NeighboursProps): ReactNode {
  const { runner } = useTexts();
  const { elapsedMs, ahead, behind } = run;
  if (elapsedMs === null || (!ahead && !behind)) return null;
  const say = (words: (gap: string) => string, gap: string): string =>
    gap === describeGap(0, 0) ? runner.sameTime : words(gap);
  return (
    <section className="panel" aria-labelledby="neighbours">
      <h2 id="neighbours" className="text-m semibold muted">
        {title}
      </h2>
      <ul className="panel-list">
        {ahead ? (
          <Line
            neighbour={ahead}
            gap={say(runner.ahead, describeGap(elapsedMs, elapsedMs - ahead.gapMs))}
          />
        ) : null}
        {behind ? (
          <Line
            neighbour={behind}
            gap={say(runner.behind, describeGap(elapsedMs, elapsedMs + behind.gapMs))}
          />
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
