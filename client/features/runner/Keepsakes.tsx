import type { ReactNode } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { useLocation } from 'react-router-dom';
import type { Starter } from '#shared/model/result.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { findLanguage } from '#client/spectators/chosen-language.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import styles from './Keepsakes.module.css';
import type { LanguageCode } from '#shared/texts/languages.ts';

/** Characters that some systems do not allow in file names. */
const UNUSABLE = /[\p{C}\\/:*?"<>|]+/gu;

/** The address of the server's picture of the current result (PROTOCOL.md PW5). */
function addressCard({ runnerId }: Pick<Starter, 'runnerId'>, language: LanguageCode): string {
  return `/preview/runner/${encodeURIComponent(runnerId)}.png?lang=${language}`;
}

/** `Heledd Bevan - Ras Beca.png` */
function nameCard(name: string, raceTitle: string): string {
  const parts = [name, raceTitle].map((text) =>
    text.replaceAll(UNUSABLE, ' ').replaceAll(/\s+/g, ' ').trim(),
  );
  return `${parts.filter(Boolean).join(' - ')}.png`;
}

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
  const address = addressCard(runner, language);
  const fileName = nameCard(name, raceTitle);

  return (
    <div className="flow unprinted">
      <a className={styles.action} href={address} download={fileName}>
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
