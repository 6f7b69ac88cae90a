import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import styles from './NewsControl.module.css';
import { notifier } from './notify.ts';

/** Lets news of those who are followed reach somebody who does not look at the page (SCREENS.md FW13). */
export function NewsControl(): ReactNode {
  const { following } = useTexts();
  const { state } = useSyncExternalStore(notifier.subscribe, notifier.getSnapshot);
  return (
    <span className={styles.control}>
      {state === 'unasked' ? (
        <Button onClick={() => void notifier.ask()}>{following.tellMe}</Button>
      ) : null}
      <output className={styles.said}>
        {state === 'granted' ? following.told : state === 'denied' ? following.blocked : ''}
      </output>
    </span>
  );
}
