import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { followed, isFollowedOf, toFollowed, useFollowed } from '#client/spectators/followed.ts';
import { pushNews, tellServer } from '#client/spectators/push/browser-push.ts';
import { Button } from '#client/ui/Button.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import type { Starter } from '#shared/model/result.ts';
import styles from './NewsControl.module.css';

export interface NewsControlProps {
  /** The runner that it is about: turning it on follows them. Without it, all who are followed. */
  readonly runner?: Starter;
  readonly className: string | undefined;
}

/**
 * Turns news of followed runners on and off that reaches people who closed the page, or explains why it cannot. An open
 * page announces it anyway.
 */
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
  const words = {
    install: push.install,
    denied: following.blocked,
    off: isFailed ? push.failed : following.wouldTell,
    on: isOn ? following.alerted : following.wouldTell,
  }[state];
  const press = (): void => {
    if (isOn) {
      void pushNews.turnOff();
      return;
    }
    const isTaken = isFollowed || !runner || followed.toggleRunner(toFollowed(runner));
    setIsFull(!isTaken);
    if (!isTaken) return;
    // Includes a runner starred by this press.
    tellServer();
    void pushNews.turnOn();
  };
  return (
    <div className={`${styles.control} ${className}`}>
      <span className={styles.words}>
        <span id={labelId} className="semibold">
          {following.tellMe}
        </span>
        <output className="text-m muted">{isFull ? following.full : words}</output>
      </span>
      {state === 'on' || state === 'off' ? (
        <Button id={buttonId} aria-labelledby={`${labelId} ${buttonId}`} onClick={press}>
          {isOn ? push.stop : following.turnOn}
        </Button>
      ) : null}
    </div>
  );
}
