import type { ReactNode } from 'react';

import type { PointSetup } from '#shared/model/race-setup.ts';
import {
  NameField,
  SelectField,
  splitList,
  TextField,
  useFormValue,
  WrittenField,
} from '#client/kit/form-fields.tsx';
import { nameNew, type PartProps } from './part-fields.tsx';
import { RowList } from './RowList.tsx';

const KINDS = [
  ['checkpoint', 'Checkpoint'],
  ['segment', 'Segment'],
] as const;
const END_KINDS = [
  ['start', 'Start'],
  ['finish', 'Finish'],
] as const;
const PICKS = [
  ['first', 'First'],
  ['last', 'Last'],
] as const;
const isEnd = ({ id }: PointSetup): boolean => id === 'start' || id === 'finish';

export function PointsPart({ race, onRename }: PartProps): ReactNode {
  return (
    <RowList
      at="points"
      title="Points"
      noun="point"
      isTable
      nameOf={({ id }: PointSetup) => id}
      isFixed={isEnd}
      create={(): PointSetup => ({
        id: nameNew(race, 'points', 'cp'),
        name: '',
        kind: 'checkpoint',
      })}
    >
      {(row, index) => (
        <>
          <NameField
            name="id"
            label="Code"
            readOnly={isEnd(row)}
            onLeave={onRename('points', index)}
          />
          <TextField name="name" label="Name" />
          <SelectField
            name="kind"
            label="Kind"
            options={isEnd(row) ? END_KINDS.filter(([kind]) => kind === row.kind) : KINDS}
          />
          <SelectField name="pick" label="Read that counts" options={PICKS} unsaid="Usual" />
          <SourcesField line="main" label="Main scanners" placeholder="any" />
          <SourcesField line="backup" label="Backup scanners" placeholder="none" />
        </>
      )}
    </RowList>
  );
}

type Sources = PointSetup['sources'] | undefined;

interface SourcesFieldProps {
  readonly line: 'main' | 'backup';
  readonly label: string;
  readonly placeholder: string;
}

function SourcesField({ line, ...rest }: SourcesFieldProps): ReactNode {
  const [sources = []] = useFormValue<Sources>('sources');
  const others = sources.filter((one) => one.line !== line);
  return (
    <WrittenField<Sources>
      {...rest}
      name="sources"
      format={(all = []) =>
        all.flatMap((one) => (one.line === line ? [one.source] : [])).join(', ')
      }
      parse={(text) => {
        const own = splitList(text).map((source) => ({ source, line }));
        return line === 'main' ? [...own, ...others] : [...others, ...own];
      }}
    />
  );
}
