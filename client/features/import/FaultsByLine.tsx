import type { ReactNode, RefObject } from 'react';

import type { ImportPreview } from '#shared/wire/import-api.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { countOf } from '#client/organisers/texts/count-words.ts';
import styles from './PreviewOfFile.module.css';

export interface FaultsInAllProps {
  readonly preview: ImportPreview;
  /** Of the sentence that counts them. */
  readonly id: string;
}

/** How many faults keep a file from being imported, and what to do about them. */
export function FaultsInAll({ preview, id }: FaultsInAllProps): ReactNode {
  const { faultCount, columns } = preview;
  return (
    <Banner kind="alert">
      <span id={id}>{countOf(faultCount, 'fault')} in this file. Nothing was changed.</span>{' '}
      {columns.length > 0 ? 'Choose below what its columns and values mean, or correct' : 'Correct'}{' '}
      the file, save it, and choose it again.
    </Banner>
  );
}

export interface FaultsByLineProps {
  readonly preview: ImportPreview;
  /** Of the sentence that counts them. */
  readonly titleId: string;
  readonly list: RefObject<HTMLElement | null>;
}

/** Why a file cannot be imported, line by line. */
export function FaultsByLine({ preview, titleId, list }: FaultsByLineProps): ReactNode {
  const { faults, moreFaults } = preview;
  return (
    // A long list scrolls, which needs the focus for those without a pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={list} className={styles.faults} aria-labelledby={titleId} tabIndex={0}>
      <ul>
        {faults.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <b>Line {line}:</b> {message}
          </li>
        ))}
      </ul>
      {moreFaults > 0 ? <p>… and {moreFaults} more.</p> : null}
    </section>
  );
}
