import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { followed, isFollowedOf, toFollowed, useFollowed } from '#client/spectators/followed.ts';
import { pushNews, sendFollowed } from '#client/spectators/push/browser-push.ts';
import { Button } from '#client/ui/Button.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import type { Starter } from '#shared/model/result.ts';
import styles from './NewsControl.module.css';

export interface NewsControlProps {
  /** Turning it on also follows this runner. */
  readonly runner?: Starter;
  readonly className: string | undefined;
}

/** Turns push notifications about followed runners on and off, or explains why it cannot. */
export function NewsControl({ runner, className = '' }: NewsControlProps): ReactNode {
  const { following, push } = useTexts();
  const labelId = useId();
  const buttonId = useId();
  const [isFull, setIsFull] = useState(false);
  const isFollowed = isFollowedOf(useFollowed(), runner);
  const { subscribe, getSnapshot } = pushNews;
  const { state, isFailed } = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  useEffect(() => {
    void pushNews.look();
  }, []);
  if (state === 'none') return null;
  const isOn = state === 'on' && isFollowed;
  const text = {
    install: push.install,
    denied: following.blocked,
    off: isFailed ? push.failed : following.wouldTell,
    on: following.wouldTell,
  }[state];
  const press = (): void => {
    if (isOn) {
      void pushNews.turnOff();
      return;
    }
    const isTaken = isFollowed || !runner || followed.toggleRunner(toFollowed(runner));
    setIsFull(!isTaken);
    if (!isTaken) return;
    // Includes a runner followed by this press.
    sendFollowed();
    void pushNews.turnOn();
  };
  return (
    <div className={`${styles.control} ${className}`}>
      <span className={styles.texts}>
        <span id={labelId} className="semibold">
          {following.tellMe}
        </span>
        <output className="text-m muted">{isFull ? following.full : text}</output>
      </span>
      {state === 'on' || state === 'off' ? (
        <Button id={buttonId} aria-labelledby={`${labelId} ${buttonId}`} onClick={press}>
          {isOn ? push.stop : following.turnOn}
        </Button>
      ) : null}
    </div>
  );
}
