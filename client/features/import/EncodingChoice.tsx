import type { ReactNode } from 'react';
import {
  BYTE_ENCODINGS,
  type ByteEncoding,
  type EncodingReading,
} from '#shared/wire/import-mapping.ts';
import { Field } from '#client/ui/Field.tsx';
import { isolateText } from '#client/ui/isolate-text.ts';
import type { Choices } from './choices.ts';

/** The encodings by where they are used, in words of those who type the names. */
const TITLES: Readonly<Record<ByteEncoding, string>> = {
  'windows-1252': 'Windows, Western Europe',
  'windows-1250': 'Windows, Central Europe',
  'iso-8859-15': 'ISO 8859-15, Western Europe',
  'iso-8859-14': 'ISO 8859-14, Welsh and Gaelic',
  macintosh: 'Older Mac',
  'windows-1251': 'Windows, Cyrillic',
  'windows-1253': 'Windows, Greek',
  'windows-1254': 'Windows, Turkish',
  'windows-1257': 'Windows, Baltic',
  'iso-8859-2': 'ISO 8859-2, Central Europe',
};

interface EncodingChoiceProps {
  readonly reading: EncodingReading | null;
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
}

/** The encoding of a file that does not identify it, and names as they are read in it (IMPORT.md IM44). */
export function EncodingChoice(props: EncodingChoiceProps): ReactNode {
  const { reading, choices, onChoose, isDisabled } = props;
  if (reading === null) return null;
  const { encoding, names } = reading;
  const shown = names.map((name) => isolateText(name)).join(' · ');
  return (
    <Field label="Letters" note={shown === '' ? '' : `Names are read as ${shown}`}>
      {(control) => (
        <select
          {...control}
          value={choices.encoding ?? encoding}
          disabled={isDisabled}
          onChange={({ currentTarget: { value } }) => {
            const chosen = BYTE_ENCODINGS.find((each) => each === value);
            onChoose({ ...choices, encoding: chosen });
          }}
        >
          {BYTE_ENCODINGS.map((offered) => (
            <option key={offered} value={offered}>
              {TITLES[offered]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
