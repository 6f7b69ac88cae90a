import type { ReactNode } from 'react';

import type { ConfigBody } from '#shared/wire/http-api.ts';

import { findPictureAddress } from '../../components/picture-address.ts';
import { ToolsMenu } from '../../components/ToolsMenu.tsx';
import { hasSplits } from './list-splits.ts';
import styles from './Masthead.module.css';

/** Logo, title, what to do here and when the next start is; `config` is undefined until it is known. */
export function Masthead({ config }: { readonly config: ConfigBody | undefined }): ReactNode {
  return (
    <header className={styles.masthead}>
      <img
        className={styles.picture}
        src={findPictureAddress('background', config?.pictures)}
        alt=""
        decoding="async"
      />
      <div className={styles.content}>
        <img className={styles.logo} src={findPictureAddress('logo', config?.pictures)} alt="" />
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
