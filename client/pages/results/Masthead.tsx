import type { ReactNode } from 'react';
import { useCallback, useState } from 'react';

import type { ConfigBody } from '#shared/wire/http-api.ts';

import { findPictureAddress } from '../../components/picture-address.ts';
import { ToolsMenu } from '../../components/ToolsMenu.tsx';
import { hasSplits } from './list-splits.ts';
import styles from './Masthead.module.css';

/** A logo so many times as wide as it is high is left a line of its own on a phone. */
const WIDE_LOGO = 2.2;

/** Logo, title, what to do here and when the next start is; `config` is undefined until it is known. */
export function Masthead({ config }: { readonly config: ConfigBody | undefined }): ReactNode {
  const [isWide, setIsWide] = useState(false);
  // One that is there already says so before anything is drawn.
  const look = useCallback((logo: HTMLImageElement | null) => {
    if (logo?.naturalWidth) setIsWide(logo.naturalWidth > WIDE_LOGO * logo.naturalHeight);
  }, []);
  return (
    <header className={styles.masthead}>
      <img
        className={styles.picture}
        src={findPictureAddress('background', config?.pictures)}
        alt=""
        decoding="async"
      />
      <div className={styles.content} data-wide={isWide || undefined}>
        <img
          ref={look}
          className={styles.logo}
          src={findPictureAddress('logo', config?.pictures)}
          alt=""
          onLoad={({ currentTarget }) => {
            look(currentTarget);
          }}
        />
        <div className={styles.words}>
          <h1 className={styles.title}>{config?.pageTitle ?? 'Loading...'}</h1>
          <p className={styles.hint}>
            {config && hasSplits(config)
              ? 'Tap on a runner to see more info'
              : 'The results update without refreshing'}
          </p>
          {config?.startText ? <p className={styles.startText}>{config.startText}</p> : null}
        </div>
        <ToolsMenu />
      </div>
    </header>
  );
}
