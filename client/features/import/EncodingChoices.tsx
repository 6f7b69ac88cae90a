import { type ReactNode, useId } from 'react';
import type { ByteEncoding, EncodingReading } from '#shared/wire/import-mapping.ts';
import type { Choices } from './choices.ts';
import styles from './EncodingChoices.module.css';
import { isolateText } from '#client/ui/isolate-text.ts';

/** The encodings by where they are used, in words of those who type the names. */
const TITLES: Readonly<Record<ByteEncoding, string>> = {
  'windows-1252': 'Windows, Western Europe',
  'windows-1250': 'Windows, Central Europe',
  'iso-8859-15': 'ISO 8859-15, Western Europe',
  'iso-8859-14': 'ISO 8859-14, Welsh and Gaelic',
  macintosh: 'Older Mac',
  'windows-1251': 'Windows, Cyrillic',
  'windows-1253': 'Windows, Greek',
};

interface EncodingChoicesProps {
  readonly encodings: readonly EncodingReading[];
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
}

/** The names of a file that does not tell its encoding, as each encoding reads them (IMPORT.md IM44). */
export function EncodingChoices(props: EncodingChoicesProps): ReactNode {
  const { encodings, choices, onChoose, isDisabled } = props;
  const id = useId();
  if (encodings.length === 0) return null;
  return (
    <fieldset className={`${styles.readings} plain-set stack-4 anywhere`} disabled={isDisabled}>
      <legend>Which of these are the names?</legend>
      {encodings.map(({ encoding, names, isUsed }) => (
        <label key={encoding} className="choice">
          <input
            type="radio"
            name={id}
            checked={isUsed}
            onChange={() => onChoose({ ...choices, encoding })}
          />
          <span>
            <b>{names.map((name) => isolateText(name)).join(' · ')}</b>{' '}
            <span className="text-m muted">{TITLES[encoding]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
