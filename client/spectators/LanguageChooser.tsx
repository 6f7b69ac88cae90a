import { LANGUAGES } from '#shared/texts/languages.ts';
import type { ReactNode } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { useLocation } from 'react-router-dom';
import { LANGUAGE_PARAM, findLanguage, keepLanguage } from './chosen-language.ts';
import styles from './LanguageChooser.module.css';

/** A link for each other language; it sets the language in the address and stores it on the device. */
export function LanguageChooser(): ReactNode {
  const { pathname, search } = useLocation();
  const shown = findLanguage(search);
  return (
    <p className={styles.languages}>
      {LANGUAGES.filter(({ code }) => code !== shown).map(({ code, name }) => {
        const params = new URLSearchParams(search);
        params.set(LANGUAGE_PARAM, code);
        return (
          <Link
            key={code}
            className={styles.language}
            to={`${pathname}?${params}`}
            lang={code}
            hrefLang={code}
            replace
            onClick={() => keepLanguage(code)}
          >
            {name}
          </Link>
        );
      })}
    </p>
  );
}
