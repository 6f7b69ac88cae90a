import type { ReactNode } from 'react';
import { useId } from 'react';

import { Button } from '#client/ui/Button.tsx';
import styles from './UploadProgress.module.css';

export interface UploadProgressProps {
  /** From 0 to 1, as much as has left the browser. */
  readonly share: number;
  /** What the server does once it has everything. */
  readonly afterwards: string;
  readonly onCancel: () => void;
}

/** How far an upload is; a screen reader hears the stages, not each per cent. */
export function UploadProgress({ share, afterwards, onCancel }: UploadProgressProps): ReactNode {
  const id = useId();
  const isSent = share >= 1;
  return (
    <div className={styles.progress}>
      <label className={styles.stage} htmlFor={id}>
        <output>{isSent ? afterwards : 'Uploading…'}</output>
        {isSent ? null : <span aria-hidden="true"> {Math.floor(share * 100)} %</span>}
      </label>
      {/* Without a value the bar shows that it goes on, for as long as nobody knows how far it is. */}
      <progress id={id} className={styles.bar} max={1} {...(isSent ? {} : { value: share })} />
      {/* What the server has in full it takes. */}
      {isSent ? null : (
        <div>
          <Button onClick={onCancel}>Cancel upload</Button>
        </div>
      )}
    </div>
  );
}
