import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { useRace, useRaceStore } from '#client/live/race-store.tsx';
import { browserSignals } from '#client/live/page-signals.ts';
import { browserTimers } from '#client/live/timers.ts';
import { describeFirstOfSex } from '#client/spectators/describe-honour.ts';
import { keepView, sendFollowed } from '#client/spectators/push/browser-push.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import { useFollowedPeople } from '#client/spectators/use-followed-people.ts';
import { useForecast } from '#client/spectators/use-forecast.ts';
import { useCorrections } from '#client/spectators/use-corrections.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import {
  type CorrectionNews,
  identifyCorrection,
  listCorrectionNews,
  versionOf,
} from '#shared/news/corrections.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { describeCorrection } from '#shared/news/describe-correction.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { describeNews } from '#shared/news/describe-news.ts';
import { type News, identifyNews, isOldNews } from '#shared/news/passings.ts';
import { NewsWatch } from './news-watch.ts';
import styles from './NewsAnnouncer.module.css';

interface Announcement {
  readonly id: string;
  /** The runner; later news of the same runner replaces it. */
  readonly about: string;
  readonly text: string;
  /** The runner's page. */
  readonly address: string;
  /** Set for a finish, which is celebrated: `1st woman`, or empty. */
  readonly honour?: string;
}

/** The most messages at once: of more news the finishes first, then the latest. */
const MOST_SHOWN = 3;
const SHOWN_MS = 30 * SECOND_MS;

/** Announces news of followed runners on a visible page. Rendered before there is news, for screen readers. */
export function NewsAnnouncer(): ReactNode {
  const { config, clockOffsetMs, head } = useRace();
  const race = useRaceStore();
  const texts = useAllTexts();
  const { everyone } = useFollowedPeople();
  const expect = useForecast();
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([]);

  const show = (sentences: readonly Announcement[]): void => {
    const renewed = new Set(sentences.map(({ about }) => about));
    setAnnouncements((before) =>
      [...before.filter(({ about }) => !renewed.has(about)), ...sentences].slice(-MOST_SHOWN),
    );
  };

  const announce = useEffectEvent((news: readonly News[]) => {
    if (!config) return;
    const nowMs = Date.now() + clockOffsetMs;
    const { standings } = race.replica;
    const inOrder = news.toSorted(
      (a, b) =>
        Number(a.point === 'finish') - Number(b.point === 'finish') ||
        (a.atMs ?? nowMs) - (b.atMs ?? nowMs),
    );
    const sentences = inOrder.slice(-MOST_SHOWN).flatMap((one): Announcement[] => {
      const result = standings.find(one.runnerId);
      const finish = result && expect(result).find(({ stage }) => stage === 'finish');
      const startMs = result?.startedAtMs ?? null;
      const finishMs = finish && startMs !== null ? startMs + finish.elapsedMs : undefined;
      const text = describeNews(one, { standings, config, nowMs, texts, finishMs });
      if (text === undefined) return [];
      const isFinish = one.point === 'finish' && result !== undefined && !isOldNews(one, nowMs);
      return [
        {
          id: identifyNews(one),
          about: one.runnerId,
          text,
          address: findRunnerPath(one),
          ...(isFinish && { honour: describeFirstOfSex(result, standings, texts) }),
        },
      ];
    });
    if (sentences.some(({ honour }) => honour !== undefined)) buzz();
    show(sentences);
  });
  const announceCorrections = useEffectEvent((news: readonly CorrectionNews[]) => {
    if (!config) return;
    const context = { standings: race.replica.standings, config, texts };
    const sentences = news.slice(0, MOST_SHOWN).map((one): Announcement => {
      const text = describeCorrection(one.line, one.correction, context);
      return {
        id: identifyCorrection(one),
        about: one.runnerId,
        text,
        address: findRunnerPath(one),
      };
    });
    show(sentences.toReversed());
  });
  const ids = everyone.map(({ runnerId }) => runnerId);
  const listIds = useEffectEvent(() => ids);
  const watch = useRef<NewsWatch>(undefined);
  useEffect(() => {
    const opened = new NewsWatch({
      race,
      watched: () => listIds(),
      now: () => Date.now() + race.getSnapshot().clockOffsetMs,
      isHidden: () => browserSignals.isHidden(),
      announce: (news) => announce(news),
    });
    watch.current = opened;
    const ends = [
      keepView(),
      browserSignals.listen({
        onWake: () => {
          opened.look();
          // An earlier attempt may have failed without a network.
          sendFollowed();
        },
        onOffline: () => undefined,
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [race]);
  // After each render: every change of the race or of the followed runners causes one.
  useEffect(() => {
    watch.current?.look();
  });

  // Fetched whenever a followed result changes; corrections before the page was opened are no news.
  const rows = ids.map((runnerId) => race.replica.standings.find(runnerId));
  const { list: corrections } = useCorrections(JSON.stringify(rows));
  const known = useRef<Head>(undefined);
  useEffect(() => {
    if (head && known.current?.epoch !== head.epoch) known.current = head;
    if (!corrections || !known.current) return;
    const { epoch, version } = known.current;
    const news = corrections
      .filter((correction) => versionOf(correction) > version)
      .flatMap(listCorrectionNews)
      .filter(({ runnerId }) => listIds().includes(runnerId));
    known.current = { epoch, version: Math.max(version, ...corrections.map(versionOf)) };
    if (news.length > 0) announceCorrections(news);
    // oxlint-disable-next-line react/exhaustive-deps -- only the epoch of the head matters
  }, [corrections, head?.epoch]);

  const list = useRef<HTMLOutputElement>(null);
  const [rounds, setRounds] = useState(0);
  useEffect(() => {
    if (announcements.length === 0) return undefined;
    return browserTimers.after(SHOWN_MS, () => {
      const isHeld = list.current?.matches(':hover, :focus-within') ?? false;
      // Unseen messages stay, and those with the pointer or the focus on them.
      if (isHeld || browserSignals.isHidden()) setRounds(rounds + 1);
      else setAnnouncements([]);
    });
  }, [announcements, rounds]);

  return (
    <output ref={list} className={styles.announcer}>
      {announcements.map(({ id, text, address, honour }) => (
        <span key={id} className={styles.news} data-finish={honour === undefined ? undefined : ''}>
          <span className={styles.text}>
            <span aria-hidden="true">★&nbsp;</span>
            {honour ? <strong className={styles.honour}>{honour}! </strong> : null}
            <Link to={address}>{text}</Link>
          </span>
          <button
            className={styles.dismiss}
            type="button"
            aria-label={texts.news.dismiss}
            onClick={() => setAnnouncements((before) => before.filter((one) => one.id !== id))}
          >
            <span aria-hidden="true">×</span>
          </button>
        </span>
      ))}
    </output>
  );
}

/** Vibrates shortly, unless reduced motion is set. */
function buzz(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // Missing in Safari.
  const { vibrate } = navigator as Partial<Pick<Navigator, 'vibrate'>>;
  vibrate?.call(navigator, [200]);
}
