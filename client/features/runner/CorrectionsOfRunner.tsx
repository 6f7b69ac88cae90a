import type { ReactNode } from 'react';
import { CorrectionLines } from '#client/spectators/CorrectionLines.tsx';
import { useCorrections } from '#client/spectators/use-corrections.ts';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { SPECTATORS_SCREENS } from '#shared/wire/screens.ts';

interface CorrectionsOfRunnerProps {
  readonly result: UnrankedResult;
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
}

/** The corrections of a runner's result, if any. */
export function CorrectionsOfRunner({
  result,
  config,
  nowMs,
}: CorrectionsOfRunnerProps): ReactNode {
  const { corrections, spectators } = useAllTexts();
  const { status, events, totalMs, splitsMs } = result;
  const { list = [] } = useCorrections([status, events, totalMs, ...splitsMs].join());
  const own = list.filter(({ lines }) =>
    lines.some(({ runnerId }) => runnerId === result.runnerId),
  );
  if (own.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="corrections">
      <h2 id="corrections" className="text-m semibold muted">
        {corrections.of}
      </h2>
      <CorrectionLines corrections={own} config={config} nowMs={nowMs} of={result} />
      <Link className="link unprinted" to={SPECTATORS_SCREENS.corrections}>
        {spectators.corrections}
      </Link>
    </section>
  );
}
