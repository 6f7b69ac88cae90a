import type { ReactNode, RefObject } from 'react';
import { useId } from 'react';

import type { ImportPreview } from '#shared/wire/admin-api.ts';

import { Banner } from '../../components/Banner.tsx';
import { countOf } from './count-words.ts';
import styles from './PreviewOfFile.module.css';

export interface FaultsByLineProps {
  readonly preview: ImportPreview;
  readonly list: RefObject<HTMLElement | null>;
}

/** Why a file cannot be imported, line by line. */
export function FaultsByLine({ preview, list }: FaultsByLineProps): ReactNode {
  const { faults, moreFaults } = preview;
  const id = useId();
  return (
    <>
      <Banner kind="alert">
        <span id={id}>
          {countOf(faults.length + moreFaults, 'fault')} in this file. Nothing was changed.
        </span>{' '}
        Correct the file, save it, and choose it again.
      </Banner>
      {/* A long list scrolls, which needs the focus for those without a pointer. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={list} className={styles.faults} aria-labelledby={id} tabIndex={0}>
        <ul>
          {faults.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              <b>Line {line}:</b> {message}
            </li>
          ))}
        </ul>
        {moreFaults > 0 ? <p>… and {moreFaults} more.</p> : null}
      </section>
    </>
  );
}
