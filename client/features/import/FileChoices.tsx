import type { ReactNode } from 'react';

import type { ImportPreview } from '#shared/wire/import-api.ts';

import type { Choices } from './choices.ts';
import { fieldsOf, findHeader, isOpenTwin } from './choices.ts';
import { CategoryChoices } from './CategoryChoices.tsx';
import { ColumnChoices } from './ColumnChoices.tsx';
import { EventChoices } from './EventChoices.tsx';
import { NumberChoices } from './NumberChoices.tsx';
import styles from './FileChoices.module.css';

export interface FileChoicesProps {
  readonly preview: ImportPreview;
  /** The columns as the server read them without any choices. */
  readonly recognised: ImportPreview['columns'];
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
}

/** How the file is read, and the choices where its own words do not say it. */
export function FileChoices(props: FileChoicesProps): ReactNode {
  const { preview, recognised, choices, onChoose, isDisabled } = props;
  const fields = fieldsOf(recognised, choices);
  const shared = { choices, onChoose, isDisabled };
  return (
    <>
      {choices.areKept ? (
        <output className={styles.kept}>Read as you chose for the file before this one.</output>
      ) : null}
      <NumberChoices {...shared} columns={preview.columns} recognised={recognised} />
      <EventChoices {...shared} preview={preview} eventHeader={findHeader(fields, 'event')} />
      <CategoryChoices {...shared} preview={preview} fields={fields} />
      <ColumnChoices
        {...shared}
        recognised={recognised}
        isNeeded={areColumnsMissing(recognised, choices)}
        hasNotes={preview.notes.length > 0}
      />
    </>
  );
}

/** Whether the header alone leaves open how to read the file. */
function areColumnsMissing(recognised: ImportPreview['columns'], choices: Choices): boolean {
  const found = new Set(fieldsOf(recognised, choices).values());
  return (
    !found.has('event') ||
    (!found.has('fullName') && !(found.has('firstName') && found.has('lastName'))) ||
    recognised.some(({ header }) => isOpenTwin(header, recognised, choices))
  );
}
