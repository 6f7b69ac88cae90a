import type { ReactNode } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { useLocation } from 'react-router-dom';
import type { Starter } from '#shared/model/result.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { findLanguage } from '#client/spectators/chosen-language.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import styles from './Keepsakes.module.css';

export interface KeepsakesProps {
  readonly runner: Starter;
  readonly raceTitle: string;
  /** The setting: an address with `{bib}`; empty for none. */
  readonly photos: string;
}

/** For finishers: the result as a picture, a certificate to print, and a link to photos. */
export function Keepsakes({ runner, raceTitle, photos }: KeepsakesProps): ReactNode {
  const texts = useAllTexts();
  const language = findLanguage(useLocation().search);
  const name = describeName(runner, texts.common);
  // The server's picture of the current result (PROTOCOL.md PW5).
  const card = `/preview/runner/${encodeURIComponent(runner.runnerId)}.png?lang=${language}`;

  return (
    <div className="flow unprinted">
      <a className={styles.action} href={card} download={`${name} - ${raceTitle}.png`}>
        {texts.runner.saveCard}
      </a>
      <Link className={styles.action} to={`${findRunnerPath(runner)}/certificate`}>
        {texts.runner.toCertificate}
      </Link>
      {photos === '' || runner.bibNumber === '' ? null : (
        <a
          className={styles.action}
          href={photos.replaceAll('{bib}', encodeURIComponent(runner.bibNumber))}
          target="_blank"
          rel="noopener noreferrer"
        >
          {texts.runner.photos}
        </a>
      )}
    </div>
  );
}
