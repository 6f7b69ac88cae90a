import { type ReactNode, useState } from 'react';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { logOnce } from '#client/live/log-once.ts';
import styles from './ShareButton.module.css';

export interface ShareButtonProps {
  /** A short description of the shared page. */
  readonly title: string;
  /** The path to share; other parameters in the address bar are the visitor's own. */
  readonly path: string;
}

/**
 * Shares an address by the share sheet, else the clipboard, else shows it to be copied, as over plain HTTP and in a frame
 * of another site, where a browser would open no prompt either.
 */
export function ShareButton({ title, path }: ShareButtonProps): ReactNode {
  const { spectators: texts } = useTexts();
  const [message, setMessage] = useState('');
  const share = async (): Promise<void> => {
    setMessage('');
    const url = new URL(path, location.origin).href;
    const outcome = await shareAddress(title, url);
    setMessage({ shared: '', copied: texts.copied, none: url }[outcome]);
  };

  return (
    <div className={styles.share}>
      <button
        className="pill unprinted"
        type="button"
        disabled={useIsServerRendered()}
        onClick={() => void share()}
      >
        {texts.share}
      </button>
      <output className={styles.message}>{message}</output>
    </div>
  );
}

type ShareOutcome = 'shared' | 'copied' | 'none';

async function shareAddress(title: string, url: string): Promise<ShareOutcome> {
  // Missing without HTTPS, contrary to the types.
  const { share, clipboard } = navigator as Partial<Pick<Navigator, 'share' | 'clipboard'>>;
  try {
    if (share) {
      await share.call(navigator, { title, url });
      return 'shared';
    }
  } catch (error) {
    // The share sheet was closed: offer nothing else.
    if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    logOnce('the browser does not share', error);
  }
  try {
    if (clipboard) {
      await clipboard.writeText(url);
      return 'copied';
    }
  } catch (error) {
    logOnce('the browser does not copy', error);
  }
  return 'none';
}
