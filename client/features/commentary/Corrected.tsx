import type { ReactNode } from 'react';
import { CorrectionLines } from '#client/spectators/CorrectionLines.tsx';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import { SPECTATORS_SCREENS } from '#shared/wire/screens.ts';
import styles from './Corrected.module.css';
import { Panel } from './SidePanels.tsx';

const MOST_SHOWN = 5;

export interface CorrectionPanelProps {
  /** Newest first. */
  readonly corrections: readonly PublicCorrection[];
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
}

/** The latest corrections of published results, and the way to the others. */
export function CorrectionPanel({ corrections, config, nowMs }: CorrectionPanelProps): ReactNode {
  const { spectators, commentary } = useAllTexts();
  if (corrections.length === 0) return null;
  return (
    <div className={styles.corrections}>
      <Panel title={spectators.corrections}>
        <div className={styles.lines}>
          <CorrectionLines
            corrections={corrections.slice(0, MOST_SHOWN)}
            config={config}
            nowMs={nowMs}
          />
          <Link className="link touch" to={SPECTATORS_SCREENS.corrections}>
            {commentary.allCorrections}
          </Link>
        </div>
      </Panel>
    </div>
  );
}
