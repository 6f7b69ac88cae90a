import type { ReactNode } from 'react';
import { CorrectionLines } from '#client/spectators/CorrectionLines.tsx';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import { SPECTATORS_SCREENS } from '#shared/wire/screens.ts';
import styles from './Corrected.module.css';
import { Panel } from './SidePanels.tsx';

const MOST_SHOWN = 5;
/** So long a correction is counted over the page. */
const RECENT_MS: DurationMs = 5 * MINUTE_MS;
const PANEL_ID = 'corrections';

export interface CorrectionPanelProps {
  /** The newest first. */
  readonly corrections: readonly PublicCorrection[];
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
}

/** The latest corrections of published results, and the way to the others. */
export function CorrectionPanel({ corrections, config, nowMs }: CorrectionPanelProps): ReactNode {
  const { spectators, commentary } = useAllTexts();
  if (corrections.length === 0) return null;
  return (
    <div id={PANEL_ID} className={styles.corrections} tabIndex={-1}>
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

export interface FreshBarProps extends Omit<CorrectionPanelProps, 'config'> {
  readonly waiting: number;
  readonly onShowNew: () => void;
}

/** Stays in sight wherever the page is read, and moves nothing when it comes. */
export function FreshBar(props: FreshBarProps): ReactNode {
  const { waiting, corrections, nowMs, onShowNew } = props;
  const { commentary } = useAllTexts();
  const recent = corrections.filter(({ atMs }) => nowMs - atMs < RECENT_MS).length;
  return (
    <div className={styles.bar}>
      <output className={styles.inBar} data-fresh>
        {waiting === 0 ? null : (
          <button type="button" className="tone-accent" onClick={onShowNew} aria-keyshortcuts="n">
            <span aria-hidden="true">↑ </span>
            {commentary.fresh(waiting)}
          </button>
        )}
        {recent === 0 ? null : (
          <button
            type="button"
            className="tone-notice"
            onClick={() => {
              const panel = document.getElementById(PANEL_ID);
              panel?.scrollIntoView({ block: 'nearest' });
              panel?.focus({ preventScroll: true });
            }}
          >
            {commentary.corrected(recent)}
          </button>
        )}
      </output>
    </div>
  );
}
