import { type ReactNode, useId } from 'react';
import { type ImportMode, IMPORT_MODES } from '#shared/wire/import-api.ts';

export interface ModeChoiceProps {
  /** Undefined until it is known what there is. */
  readonly mode: ImportMode | undefined;
  readonly onChoose: (mode: ImportMode) => void;
  readonly isDisabled: boolean;
}

const TITLES: Readonly<Record<ImportMode, string>> = {
  merge: 'Add and merge',
  replace: 'Replace everything',
};
const HINTS: Readonly<Record<ImportMode, string>> = {
  merge:
    'Adds new runners, and updates those whose bib, or name and date of birth, is already entered. Scans and assigned bands stay.',
  replace: 'All data is overwritten during upload: every runner and every scan.',
};

/** Whether the file replaces all runners or adds to them (IMPORT.md IM40). */
export function ModeChoice({ mode, onChoose, isDisabled }: ModeChoiceProps): ReactNode {
  const id = useId();
  return (
    <fieldset
      className="[&>legend]:mb-1 [&>legend]:p-0 [&>legend]:font-strong plain-set stack-6"
      disabled={isDisabled}
    >
      <legend>What happens to the runners already entered</legend>
      {IMPORT_MODES.map((each) => (
        <div key={each}>
          <label className="choice">
            <input
              type="radio"
              name="mode"
              value={each}
              checked={mode === each}
              aria-describedby={`${id}-${each}`}
              onChange={() => onChoose(each)}
            />
            {TITLES[each]}
          </label>
          <p id={`${id}-${each}`} className="ml-[30px] text-m muted">
            {HINTS[each]}
          </p>
        </div>
      ))}
      <p className="text-m muted">A backup is made first. Settings, pictures and accounts stay.</p>
    </fieldset>
  );
}
