import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/ui/use-texts.ts';
import { logOnce } from '#client/live/log-once.ts';
import styles from './ShareButton.module.css';

export interface ShareButtonProps {
  /** A short description of the shared page. */
  readonly title: string;
  /** The path of the page: whatever else is in the address bar is the visitor's own. */
  readonly path: string;
}

/**
 * Shares an address: through the phone's share sheet, else through the clipboard. Over plain HTTP
 * there is neither, and the address is shown in a field, selected.
 */
export function ShareButton({ title, path }: ShareButtonProps): ReactNode {
  const { spectators: texts } = useTexts();
  const [isShown, setIsShown] = useState(false);
  const [said, setSaid] = useState('');
  const share = async (): Promise<void> => {
    setSaid('');
    const outcome = await handOn(title, findAddress(path));
    if (outcome === 'copied') setSaid(texts.copied);
    setIsShown(outcome === 'none' && !isShown);
  };

  return (
    <div className={styles.share}>
      <button
        className="pill unprinted"
        type="button"
        aria-expanded={isShown || undefined}
        onClick={() => void share()}
      >
        {texts.share}
      </button>
      {isShown ? <AddressField address={findAddress(path)} label={texts.address} /> : null}
      <output className={styles.said}>{said}</output>
    </div>
  );
}

function findAddress(path: string): string {
  return new URL(path, location.origin).href;
}

type ShareOutcome = 'shared' | 'copied' | 'none';

async function handOn(title: string, url: string): Promise<ShareOutcome> {
  // Neither exists without HTTPS, in spite of the types.
  const { share, clipboard } = navigator as Partial<Pick<Navigator, 'share' | 'clipboard'>>;
  try {
    if (share) {
      await share.call(navigator, { title, url });
      return 'shared';
    }
  } catch (error) {
    // Somebody closed the share sheet on purpose, and wants nothing in its place.
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

function AddressField(props: { readonly address: string; readonly label: string }): ReactNode {
  const { address, label } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <input
      ref={field}
      className={styles.field}
      type="text"
      readOnly
      aria-label={label}
      value={address}
    />
  );
}
