import type { ConfigBody } from '#shared/wire/http-api.ts';
import type { ReactNode } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { type ResultsTab, findGunMs, isTabClosed } from '#shared/scoring/tabs.ts';
import { findPictureAddress } from '#client/ui/picture-address.ts';
import { PageQrCode } from '#client/ui/QrCode.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import styles from './BoardPage.module.css';
import { formatRaceClock, formatShort } from '#shared/format/format-time.ts';
import { type EpochMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';

/** After this a race that was not closed counts as over. */
const LONGEST_RACE_MS = 48 * HOUR_MS;
/** The length of the countdown before the start. */
const COUNTDOWN_MS = 12 * HOUR_MS;

interface BoardClockOptions {
  readonly gunMs: EpochMs | undefined;
  readonly timeZone: string;
  readonly isClosed: boolean;
  readonly texts: AllTexts;
}

/**
 * The large clock and its label: the race time, a countdown in the hours before the start, nothing once the race is
 * closed, else the time of day.
 */
export function describeBoardClock(nowMs: EpochMs, options: BoardClockOptions) {
  const { gunMs = Infinity, timeZone, isClosed, texts } = options;
  const { board, clock, common } = texts;
  if (isClosed) return { time: '', label: board.over };
  const sinceMs = nowMs - gunMs;
  if (sinceMs >= 0 && sinceMs < LONGEST_RACE_MS) {
    return { time: formatRaceClock(sinceMs), label: board.raceTime };
  }
  if (sinceMs < 0 && -sinceMs <= COUNTDOWN_MS) {
    return { time: formatShort(Math.ceil(-sinceMs / SECOND_MS)), label: clock.startsIn.trim() };
  }
  return { time: common.dates.clock(nowMs, timeZone), label: board.timeOfDay };
}

interface BoardHeadProps {
  readonly config: ConfigBody | undefined;
  /** The tab whose race clock is shown. */
  readonly tab: ResultsTab | undefined;
}

export function BoardHead({ config, tab }: BoardHeadProps): ReactNode {
  const texts = useAllTexts();
  return (
    <header className={styles.head}>
      <img className={styles.logo} src={findPictureAddress('logo', config?.pictures)} alt="" />
      <h1 className={styles.title}>{config?.pageTitle ?? texts.common.loading}</h1>
      <PageQrCode className={styles.code} path="/" label={texts.board.onPhone} />
      {config ? <Clock config={config} tab={tab} /> : null}
    </header>
  );
}

function Clock({ config, tab }: BoardHeadProps & { readonly config: ConfigBody }): ReactNode {
  const texts = useAllTexts();
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
