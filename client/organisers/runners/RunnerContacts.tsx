import type { ReactNode } from 'react';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { isolateText } from '#client/ui/isolate-text.ts';
import styles from './RunnerContacts.module.css';

type Contacts = Pick<AdminRunner, 'mobileNumber' | 'emergencyContact' | 'medicalNote'>;

export interface RunnerContactsProps {
  readonly runner: Contacts;
  /** Hides private notes behind a press. */
  readonly isNoteFolded?: boolean;
}

/** Whom to call about a runner, and what to know on the hill; empty where nothing is known. */
export function RunnerContacts({ runner, isNoteFolded = false }: RunnerContactsProps): ReactNode {
  const { mobileNumber, emergencyContact = '', medicalNote = '' } = runner;
  if (`${mobileNumber}${emergencyContact}${medicalNote}` === '') return null;
  const note = <span className={styles.medical}>Medical: {isolateText(medicalNote)}</span>;
  return (
    <span className={styles.contacts}>
      {mobileNumber === '' ? null : <Call text={mobileNumber} />}
      {emergencyContact === '' ? null : (
        <span>
          Emergency: <Call text={emergencyContact} />
        </span>
      )}
      {medicalNote === '' || isNoteFolded ? null : note}
      {medicalNote !== '' && isNoteFolded ? (
        <details>
          <summary className={styles.summary}>Medical note</summary>
          {note}
        </details>
      ) : null}
    </span>
  );
}

/** A text with its telephone number as a link. */
function Call({ text }: { readonly text: string }): ReactNode {
  const number = findNumber(text);
  const link = findPhoneLink(number);
  if (link === undefined) return isolateText(text);
  const at = text.indexOf(number);
  return (
    <>
      {text.slice(0, at)}
      <a
        className={styles.phone}
        href={link}
        onClick={(event) => {
          // The row around it opens the form.
          event.stopPropagation();
        }}
      >
        {number}
      </a>
      {text.slice(at + number.length)}
    </>
  );
}

/** The first part of a text that looks like a telephone number. */
function findNumber(text: string): string {
  return /\+?[\d(][\d\s()./-]{4,}\d/.exec(text)?.[0] ?? text;
}

/** The link that calls a number as people write it; undefined for no number. */
export function findPhoneLink(phone: string): string | undefined {
  const [, plus = '', rest = ''] = /^\s*(\+?)([\d\s()./-]+)$/.exec(phone) ?? [];
  // +44 (0)7700 900123: the nought in brackets is for calls from within the country.
  const digits = rest.replace(plus === '' ? /\D/g : /\(0\)|\D/g, '');
  return digits.length < 3 ? undefined : `tel:${plus}${digits}`;
}
