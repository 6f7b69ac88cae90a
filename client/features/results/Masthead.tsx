import { findRatio, type PictureVersions } from '#shared/model/race-config.ts';
import { type CSSProperties, memo, type ReactNode, useState } from 'react';

import type { ConfigBody } from '#shared/wire/http-api.ts';

import { findPictureAddress } from '#client/ui/picture-address.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { ToolsMenu } from '#client/ui/ToolsMenu.tsx';
import { hasSplits } from './list-splits.ts';
import styles from './Masthead.module.css';

/** A logo with at least this ratio of width to height gets a line of its own on a phone. */
const WIDE_LOGO = 2.2;
/** A title with more letters is set smaller on a phone. */
const LONG_TITLE = 40;

interface MastheadProps {
  readonly config: ConfigBody | undefined;
  /** The background picture; undefined while it is not to be loaded. */
  readonly picture: PictureVersions | undefined;
}

/** Logo, title, what to do here and when the next start is; `config` is undefined until loaded. */
export const Masthead = memo(function Masthead({ config, picture }: MastheadProps): ReactNode {
  const { common, results } = useTexts();
  const [seenRatio, setSeenRatio] = useState<number>();
  const title = config?.pageTitle ?? common.loading;
  const ratio = (config && findRatio(config.pictures.logo)) ?? seenRatio ?? 1;
  return (
    <header className={styles.masthead}>
      <img
        className={styles.picture}
        src={findPictureAddress('background', picture)}
        alt=""
        decoding="async"
        fetchPriority="low"
      />
      <div className={styles.content}>
        <div className={styles.parts} data-wide={ratio > WIDE_LOGO || undefined}>
          <img
            className={styles.logo}
            style={{ '--ratio': ratio } as CSSProperties}
            src={findPictureAddress('logo', config?.pictures)}
            alt=""
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalHeight > 0) setSeenRatio(naturalWidth / naturalHeight);
            }}
          />
          <div key={config ? 'known' : 'awaited'} className={styles.words}>
            <h1 className={styles.title} data-long={title.length > LONG_TITLE || undefined}>
              {title}
            </h1>
            <p className={styles.hint}>
              {config && hasSplits(config) ? results.hintSplits : results.hintLive}
            </p>
          </div>
          <div className={styles.tools}>
            <ToolsMenu />
          </div>
          {config?.startText ? <p className={styles.startText}>{config.startText}</p> : null}
        </div>
      </div>
    </header>
  );
});
