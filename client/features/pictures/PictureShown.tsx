import { type ReactNode, useState } from 'react';

import type { PictureName } from '#shared/model/picture.ts';

import { formatBytes } from '#client/organisers/uploads/chosen-file.ts';
import styles from './PictureShown.module.css';

export interface PictureShownProps {
  /** Says whether it is the present or the chosen one. */
  readonly title: string;
  readonly name: PictureName;
  readonly address: string | undefined;
  /** The size of the file, where there is one. */
  readonly bytes?: number;
}

interface Loaded {
  readonly address: string;
  /** Undefined for a file that this browser cannot show as a picture. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

export function PictureShown({ title, name, address, bytes }: PictureShownProps): ReactNode {
  const [loaded, setLoaded] = useState<Loaded>();
  const current = loaded?.address === address ? loaded : undefined;
  const isBroken = current !== undefined && current.size === undefined;
  const facts = [
    current?.size ? `${current.size.width} × ${current.size.height} pixels` : '',
    bytes === undefined ? '' : formatBytes(bytes),
  ].filter(Boolean);

  return (
    <figure className={styles.shown}>
      <figcaption className="text-m muted">
        <b>{title}</b> {facts.join(' · ')}
      </figcaption>
      <div className={styles.frame} data-picture={name}>
        {address === undefined ? null : (
          <img
            className={styles.picture}
            src={address}
            alt={`${title}: ${name}`}
            hidden={isBroken}
            onLoad={({ currentTarget }) => {
              const { naturalWidth: width, naturalHeight: height } = currentTarget;
              setLoaded({ address, size: { width, height } });
            }}
            onError={() => setLoaded({ address, size: undefined })}
          />
        )}
        {isBroken ? (
          <p className={styles.broken}>This browser cannot display this picture.</p>
        ) : null}
      </div>
    </figure>
  );
}
