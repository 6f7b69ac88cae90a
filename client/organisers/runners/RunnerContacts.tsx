import type { ReactNode } from 'react';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { isolateText } from '#shared/format/isolate-text.ts';

/** A touch target of 44 px that does not change the layout. */
const FINGER =
  'pointer-coarse:-mx-2 pointer-coarse:-my-3.5 pointer-coarse:px-2 pointer-coarse:py-3.5';

export interface RunnerContactsProps {
  readonly runner: Pick<AdminRunner, 'mobileNumber' | 'emergencyContact' | 'medicalNote'>;
}

/** The telephone numbers, and the private medical note behind a press, as far as known. */
export function RunnerContacts({ runner }: RunnerContactsProps): ReactNode {
  const { mobileNumber, emergencyContact = '', medicalNote = '' } = runner;
  if (`${mobileNumber}${emergencyContact}${medicalNote}` === '') return null;
  return (
    <span className="flow text-m gap-x-3.5 gap-y-0.5">
      {mobileNumber === '' ? null : <Call text={mobileNumber} />}
      {emergencyContact === '' ? null : (
        <span>
          Emergency: <Call text={emergencyContact} />
        </span>
      )}
      {medicalNote === '' ? null : (
        <details>
          <summary className={`clickable underline decoration-dotted ${FINGER}`}>
            Medical note
          </summary>
          <span className="semibold">Medical: {isolateText(medicalNote)}</span>
        </details>
      )}
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
        className={`bold nowrap relative text-inherit ${FINGER}`}
        href={link}
        onClick={(event) => {
          // Otherwise the row around it would open the form.
          event.stopPropagation();
        }}
      >
        {number}
      </a>
      {text.slice(at + number.length)}
    </>
  );
}

/** The first part of a text that looks like a telephone number, else the whole text. */
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
