import { describeName } from '#shared/format/describe-name.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { isolateText, joinParts } from '#shared/format/isolate-text.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ReactNode } from 'react';

import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import { FollowButton } from '#client/spectators/FollowButton.tsx';
import { ModalDialog } from '#client/ui/ModalDialog.tsx';
import { keepWhole } from '#client/ui/keep-whole.ts';
import { listSplits } from './list-splits.ts';
import styles from './SplitsDialog.module.css';

export interface SplitsDialogProps {
  readonly runner: UnrankedResult;
  readonly config: RaceConfig;
  readonly standings: Standings;
  readonly onClose: () => void;
}

/** The live splits of one runner. */
export function SplitsDialog({ runner, config, standings, onClose }: SplitsDialogProps): ReactNode {
  const texts = useTexts();
  const { common, splits } = texts;
  const name = describeName(runner, common);
  const { isByLaps } = standings.courses.rankingOf(runner.events);
  // Nothing is expected in a race for the most laps (RULES.md RK12).
  const isExpected = runner.status === 'racing' && runner.startedAtMs !== null && !isByLaps;
  const whole = isExpected ? splits.whenExpected : splits.everything;
  const details = joinParts([
    runner.runClub,
    keepWhole(runner.ageGroup),
    runner.bibNumber && common.bibOf(runner.bibNumber),
  ]);

  return (
    <ModalDialog width="card" labelledBy="splits-name" onClose={onClose}>
      <div className={styles.body} data-stages={standings.courses.stagesOf(runner.events).length}>
        <header className={styles.header}>
          <div className="fills">
            <h2 id="splits-name" className={styles.name}>
              {name}
            </h2>
            <p className={styles.details}>{details}</p>
          </div>
          <span className={styles.star}>
            <FollowButton runner={runner} look="star" />
          </span>
          <button
            className={styles.close}
            type="button"
            aria-label={common.close}
            onClick={onClose}
          >
            <span aria-hidden="true">×</span>
          </button>
        </header>
        {/* Focusable, so that the keyboard can scroll it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={styles.scroll} tabIndex={0} aria-label={splits.of(isolateText(name))}>
          <table className={styles.splits}>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{splits.stage}</th>
                <th scope="col">{common.time}</th>
                <th scope="col">{splits.position}</th>
              </tr>
            </thead>
            <tbody className="lined">
              {listSplits(runner, standings, config, texts).map((line) => (
                <tr key={line.key} className={line.isOverall ? styles.overall : undefined}>
                  <th scope="row">{line.name}</th>
                  <td className={styles.time}>{line.time}</td>
                  <td className={styles.position}>{line.position}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <footer className={styles.foot}>
          {standings.placeOf(runner.runnerId) === null ? null : (
            <p className={styles.note}>
              {splits.registered(
                standings.totals[runner.events] ?? 0,
                labelEvent(runner.events, config),
              )}
            </p>
          )}
          <RunnerLink runner={runner} onOpen={onClose}>
            {whole(isolateText(runner.firstName || name))}
          </RunnerLink>
        </footer>
      </div>
    </ModalDialog>
  );
}
