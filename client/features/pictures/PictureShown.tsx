import { type ReactNode, useState } from 'react';

import type { PictureName } from '#shared/model/picture.ts';

import { formatBytes } from '#client/organisers/uploads/chosen-file.ts';
import styles from './PictureShown.module.css';

export interface PictureShownProps {
  /** Which one it is: the present or the chosen. */
  readonly title: string;
  readonly name: PictureName;
  /** Undefined until it is known. */
  readonly address: string | undefined;
  /** Of the file, where there is one. */
  readonly bytes?: number;
}

interface Loaded {
  readonly address: string;
  /** Undefined for a file that is no picture this browser knows. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

/** A picture with its size in pixels and bytes. */
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
            onError={() => {
              setLoaded({ address, size: undefined });
            }}
          />
        )}
        {isBroken ? (
          <p className={styles.broken}>This browser cannot show it as a picture.</p>
        ) : null}
      </div>
    </figure>
  );
}
