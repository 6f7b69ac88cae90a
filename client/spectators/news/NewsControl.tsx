import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { followed, isFollowedOf, toFollowed, useFollowed } from '#client/spectators/followed.ts';
import { pushNews, tellServer } from '#client/spectators/push/browser-push.ts';
import { Button } from '#client/ui/Button.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import type { Starter } from '#shared/model/result.ts';
import type { Texts } from '#shared/texts/en.ts';
import styles from './NewsControl.module.css';
import { newsSwitch } from './news-switch.ts';
import type { PushNewsState, PushState } from '../push/push-news.ts';

export interface NewsControlProps {
  /** The runner that it is about: turning it on follows them. Without it, all who are followed. */
  readonly runner?: Starter;
}

/**
 * Turns news of followed runners on and off, and says how far it reaches: by the
 * server's push where possible, else on the page alone.
 */
export function NewsControl({ runner }: NewsControlProps): ReactNode {
  const texts = useTexts();
  const { following, push } = texts;
  const labelId = useId();
  const buttonId = useId();
  const [isFull, setIsFull] = useState(false);
  const isFollowed = isFollowedOf(useFollowed(), runner);
  const { isStopped } = useSyncExternalStore(
    newsSwitch.subscribe,
    newsSwitch.getSnapshot,
    newsSwitch.getSnapshot,
  );
  const pushed = useSyncExternalStore(
    pushNews.subscribe,
    pushNews.getSnapshot,
    pushNews.getSnapshot,
  );
  useEffect(() => {
    void pushNews.look();
  }, []);
  const reach = judgeReach(pushed, isStopped);
  const isOn = reach.isOn && isFollowed;
  const press = (): void => {
    if (isOn) {
      void turnOff();
      return;
    }
    const isTaken = isFollowed || !runner || followed.toggleRunner(toFollowed(runner));
    setIsFull(!isTaken);
    if (isTaken && !reach.isOn) void turnOn(pushed.state);
  };
  return (
    <div className={styles.control}>
      <span className={styles.words}>
        <span id={labelId} className="semibold">
          {following.tellMe}
        </span>
        <output className="text-m muted">
          {isFull ? following.full : describeReach(reach, isOn, texts)}
        </output>
      </span>
      <Button id={buttonId} aria-labelledby={`${labelId} ${buttonId}`} onClick={press}>
        {isOn ? push.stop : following.turnOn}
      </Button>
    </div>
  );
}

function describeReach(
  { reach, why }: NewsReach,
  isOn: boolean,
  { following, push }: Texts,
): string {
  if (why === 'install') return push.install;
  if (why === 'blocked') return following.blocked;
  if (why === 'failed' && isOn) return push.failed;
  return (isOn ? following.alerted : following.wouldTell)[reach];
}

async function turnOn(state: PushState): Promise<void> {
  newsSwitch.turnOn();
  // Elsewhere nobody is asked about notifications, which would not come.
  if (state !== 'off' && state !== 'on') return;
  // A runner who was starred by this press is included.
  tellServer();
  await pushNews.turnOn();
}

async function turnOff(): Promise<void> {
  newsSwitch.stop();
  await pushNews.turnOff();
}

interface NewsReach {
  readonly isOn: boolean;
  /** Whether it reaches people who closed the page; while it is off, whether it would after a press. */
  readonly reach: 'closed' | 'page';
  /** Why it reaches no further, where that can be changed. */
  readonly why?: 'blocked' | 'install' | 'failed';
}

/** The text of the row about news for this browser. */
export function judgeReach({ state, isFailed }: PushNewsState, isStopped: boolean): NewsReach {
  if (state === 'install') return { isOn: !isStopped, reach: 'page', why: state };
  if (state === 'denied') return { isOn: !isStopped, reach: 'page', why: 'blocked' };
  if (state === 'none') return { isOn: !isStopped, reach: 'page' };
  if (isFailed && !isStopped) return { isOn: true, reach: 'page', why: 'failed' };
  return { isOn: state === 'on' && !isStopped, reach: 'closed' };
}
