import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { pushNews } from '#client/spectators/push/browser-push.ts';
import { Button } from '#client/ui/Button.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import styles from './NewsControl.module.css';
import { notifier } from './notify.ts';

/**
 * Lets news of those who are followed reach somebody who does not look at the page (SCREENS.md FW13),
 * and where the browser can, who has closed it (IN9).
 */
export function NewsControl(): ReactNode {
  const { following, push } = useTexts();
  const { state: notify } = useSyncExternalStore(notifier.subscribe, notifier.getSnapshot);
  const { state, isFailed } = useSyncExternalStore(pushNews.subscribe, pushNews.getSnapshot);
  useEffect(() => {
    void pushNews.look();
  }, []);
  const told = state === 'on' ? push.on : notify === 'granted' ? following.told : '';
  const refused = notify === 'denied' ? following.blocked : '';
  const said = state === 'install' ? push.install : refused || told;
  return (
    <span className={styles.control}>
      {notify === 'unasked' || (notify === 'granted' && state === 'off') ? (
        <Button onClick={() => void turnOn()}>{following.tellMe}</Button>
      ) : null}
      {state === 'on' ? <Button onClick={() => void pushNews.turnOff()}>{push.stop}</Button> : null}
      <output className={styles.said}>{isFailed ? push.failed : said}</output>
    </span>
  );
}

async function turnOn(): Promise<void> {
  await notifier.ask();
  if (notifier.getSnapshot().state === 'granted') await pushNews.turnOn();
}
