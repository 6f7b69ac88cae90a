import type { ReactNode } from 'react';

import type { PointSetup } from '#shared/model/race-setup.ts';
import {
  NameField,
  SelectField,
  splitList,
  TextField,
  WrittenField,
} from '#client/kit/form-fields.tsx';
import { nameNew, type PartProps } from './part-props.ts';
import { RowList } from './RowList.tsx';

const KINDS = [
  ['checkpoint', 'Checkpoint'],
  ['segment', 'Segment'],
] as const;
const PICKS = [
  ['first', 'First'],
  ['last', 'Last'],
] as const;
const isEnd = ({ id }: PointSetup): boolean => id === 'start' || id === 'finish';

export function PointsPart({ race, onRename, onRemove }: PartProps): ReactNode {
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
      onRemove={onRemove('points')}
    >
      {(at, row, index) => (
        <>
          {isEnd(row) ? (
            <Fixed label="Code" value={row.id} />
          ) : (
            <NameField name={`${at}.id`} label="Code" onLeave={onRename('points', index)} />
          )}
          <TextField name={`${at}.name`} label="Name" />
          {isEnd(row) ? (
            <Fixed label="Kind" value={row.kind} />
          ) : (
            <SelectField name={`${at}.kind`} label="Kind" options={KINDS} />
          )}
          <SelectField
            name={`${at}.pick`}
            label="Read that counts"
            options={PICKS}
            unsaid="Usual"
          />
          <SourcesField
            at={at}
            sources={row.sources}
            line="main"
            label="Main scanners"
            placeholder="any"
          />
          <SourcesField
            at={at}
            sources={row.sources}
            line="backup"
            label="Backup scanners"
            placeholder="none"
          />
        </>
      )}
    </RowList>
  );
}

/** A value that cannot be changed; on a phone the row's name shows it. */
function Fixed({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <div className="hidden wide:block">
      <p className="text-s bold muted">{label}</p>
      <p className="semibold touch px-[7px] py-3">{value}</p>
    </div>
  );
}

interface SourcesFieldProps {
  readonly at: string;
  readonly sources: PointSetup['sources'];
  readonly line: 'main' | 'backup';
  readonly label: string;
  readonly placeholder: string;
}

function SourcesField({ at, sources, line, ...rest }: SourcesFieldProps): ReactNode {
  const others = sources?.filter((one) => one.line !== line) ?? [];
  return (
    <WrittenField
      {...rest}
      name={`${at}.sources`}
      format={(all: PointSetup['sources'] = []) =>
        all.flatMap((one) => (one.line === line ? [one.source] : [])).join(', ')
      }
      parse={(text) => {
        const own = splitList(text).map((source) => ({ source, line }));
        const all = line === 'main' ? [...own, ...others] : [...others, ...own];
        return all.length === 0 ? undefined : all;
      }}
    />
  );
}
