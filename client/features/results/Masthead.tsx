import { findRatio, type PictureVersions } from '#shared/model/race-config.ts';
import { type CSSProperties, memo, type ReactNode } from 'react';

import type { ConfigBody } from '#shared/wire/http-api.ts';

import { findPictureAddress } from '#client/ui/picture-address.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { ToolsMenu } from '#client/ui/ToolsMenu.tsx';
import { hasSplits } from './list-splits.ts';
import styles from './Masthead.module.css';

/** Width to height; on a phone a wider logo has a line of its own. */
const WIDE_LOGO = 2.2;
/** In characters; a longer title is set smaller. */
const LONG_TITLE = 40;

interface MastheadProps {
  readonly config: ConfigBody | undefined;
  /** Undefined until the background picture should load. */
  readonly picture: PictureVersions | undefined;
}

/** Logo, title, hint and start text; `config` is undefined until loaded. */
export const Masthead = memo(function Masthead({ config, picture }: MastheadProps): ReactNode {
  const { common, results } = useTexts();
  const title = config?.pageTitle ?? common.loading;
  const ratio = (config && findRatio(config.pictures.logo)) ?? 1;
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
          />
          <div key={config ? 'known' : 'awaited'} className={styles.texts}>
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
