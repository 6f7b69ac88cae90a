import type { ConfigBody } from '#shared/wire/http-api.ts';
import type { ReactNode } from 'react';
import { useRace } from '#client/live/RaceProvider.tsx';
import { type ResultsTab, findGunMs, isTabClosed } from '#shared/scoring/tabs.ts';
import { findPictureAddress } from '#client/ui/picture-address.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import styles from './BoardPage.module.css';
import { describeBoardClock } from './board-clock.ts';

interface BoardHeadProps {
  readonly config: ConfigBody | undefined;
  /** Whose clock runs. */
  readonly tab: ResultsTab | undefined;
}

/** Logo and title of the race, and the clock. */
export function BoardHead({ config, tab }: BoardHeadProps): ReactNode {
  const texts = useTexts();
  return (
    <header className={styles.head}>
      <img className={styles.logo} src={findPictureAddress('logo', config?.pictures)} alt="" />
      <h1 className={styles.title}>{config?.pageTitle ?? texts.common.loading}</h1>
      {config ? <Clock config={config} tab={tab} /> : null}
    </header>
  );
}

interface ClockProps {
  readonly config: ConfigBody;
  readonly tab: ResultsTab | undefined;
}

function Clock({ config, tab }: ClockProps): ReactNode {
  const texts = useTexts();
  const { clockOffsetMs } = useRace();
  const gunMs = findGunMs(tab, config);
  const nowMs = useTick(true, clockOffsetMs - (gunMs ?? 0)) + clockOffsetMs;
  const { time, label } = describeBoardClock(nowMs, {
    gunMs,
    timeZone: config.timeZone,
    isClosed: isTabClosed(tab, config),
    texts,
  });
  return (
    <p className={styles.clock} role="timer" aria-live="off">
      <span className={styles.clockLabel}>{label}</span> <span className={styles.time}>{time}</span>
    </p>
  );
}
