import { type ReactNode, useState } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { useLocation } from 'react-router-dom';
import type { Starter } from '#shared/model/result.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { logOnce } from '#client/live/log-once.ts';
import { findLanguage } from '#client/spectators/chosen-language.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import styles from './Keepsakes.module.css';
import type { LanguageCode } from '#shared/texts/languages.ts';

/** Characters that some systems do not allow in file names. */
const UNUSABLE = /[\p{C}\\/:*?"<>|]+/gu;

/** The address of the server's picture of the current result (PROTOCOL.md PW5). */
function addressCard({ runnerId }: Pick<Starter, 'runnerId'>, language: LanguageCode): string {
  return `/card/runner/${encodeURIComponent(runnerId)}.png?lang=${language}`;
}

/** `Heledd Bevan - Ras Beca.png` */
function nameCard(name: string, raceTitle: string): string {
  const parts = [name, raceTitle].map((text) =>
    text.replaceAll(UNUSABLE, ' ').replaceAll(/\s+/g, ' ').trim(),
  );
  return `${parts.filter(Boolean).join(' - ')}.png`;
}

/** Whether the browser can share files; none can over plain HTTP. */
function sharesPictures(): boolean {
  const { canShare } = navigator as Partial<Pick<Navigator, 'canShare'>>;
  const file = new File([], 'card.png', { type: 'image/png' });
  return canShare?.call(navigator, { files: [file] }) ?? false;
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
  const isServerRendered = useIsServerRendered();
  const [hasFailed, setHasFailed] = useState(false);
  const name = describeName(runner, texts.common);
  const address = addressCard(runner, language);
  const fileName = nameCard(name, raceTitle);

  const share = async (): Promise<void> => {
    setHasFailed(false);
    try {
      const file = await fetchCard(address, fileName);
      await navigator.share({ files: [file], title: `${name} · ${raceTitle}` });
    } catch (error) {
      // The share sheet was closed.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      logOnce('the result card could not be shared', error);
      setHasFailed(true);
    }
  };

  return (
    <div className="flow unprinted">
      <a className={styles.action} href={address} download={fileName}>
        {texts.runner.saveCard}
      </a>
      {!isServerRendered && sharesPictures() ? (
        <button className={styles.action} type="button" onClick={() => void share()}>
          {texts.runner.shareCard}
        </button>
      ) : null}
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
      <output className={styles.message}>{hasFailed ? texts.runner.cardFailed : ''}</output>
    </div>
  );
}

async function fetchCard(address: string, fileName: string): Promise<File> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is answered with ${response.status}`);
  return new File([await response.blob()], fileName, { type: 'image/png' });
}
