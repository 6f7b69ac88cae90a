import type { ReactNode } from 'react';

import type { PointSetup } from '#shared/model/race-setup.ts';
import { ListField, NameField, SelectField, TextField } from './fields.tsx';
import { nameNew, type PartProps } from './part-props.ts';
import styles from './Parts.module.css';
import { RowList } from './RowList.tsx';
import { type Bound, bindField, orElse } from './rows.ts';

const KINDS = [
  ['checkpoint', 'Checkpoint'],
  ['segment', 'Segment'],
] as const;
const PICKS = [
  ['first', 'First'],
  ['last', 'Last'],
] as const;
const isEnd = ({ id }: PointSetup): boolean => id === 'start' || id === 'finish';

/** Where wristbands are read, and by which scanners. */
export function PointsPart({ setup, onRename, onRemove }: PartProps): ReactNode {
  return (
    <RowList
      list={bindField(setup, 'points')}
      title="Points"
      noun="point"
      isTable
      nameOf={({ id }) => id}
      isFixed={isEnd}
      create={(): PointSetup => ({
        id: nameNew(setup.value, 'points', 'cp'),
        name: '',
        kind: 'checkpoint',
      })}
      onRemove={onRemove('points')}
    >
      {(row, index) => (
        <>
          {isEnd(row.value) ? (
            <Fixed label="Code" value={row.value.id} />
          ) : (
            <NameField
              field={bindField(row, 'id')}
              label="Code"
              onRename={onRename('points', index)}
            />
          )}
          <TextField field={bindField(row, 'name')} label="Name" />
          {isEnd(row.value) ? (
            <Fixed label="Kind" value={row.value.kind} />
          ) : (
            <SelectField
              field={orElse(bindField(row, 'kind'), 'checkpoint')}
              label="Kind"
              options={KINDS}
            />
          )}
          <SelectField
            field={bindField(row, 'pick')}
            label="Read that counts"
            options={PICKS}
            unsaid="Usual"
          />
          <ListField field={bindSources(row, 'main')} label="Main scanners" example="any" />
          <ListField field={bindSources(row, 'backup')} label="Backup scanners" example="none" />
        </>
      )}
    </RowList>
  );
}

/** A value that is the same for every race; on a phone the row's name labels it. */
function Fixed({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <div className={styles.fixed}>
      <p className="text-s bold muted">{label}</p>
      <p className={styles.value}>{value}</p>
    </div>
  );
}

/** The scanners of one line by name; a fault of any is shown at the main ones. */
function bindSources(
  row: Bound<PointSetup>,
  line: 'main' | 'backup',
): Bound<readonly string[] | undefined> {
  const { at, value: sources = [], onChange } = bindField(row, 'sources');
  return {
    at: line === 'main' ? at : `${at}.backup`,
    value: sources.filter((one) => one.line === line).map(({ source }) => source),
    onChange: (names = []) => {
      const own = names.map((source) => ({ source, line }));
      const others = sources.filter((one) => one.line !== line);
      const all = line === 'main' ? [...own, ...others] : [...others, ...own];
      onChange(all.length === 0 ? undefined : all);
    },
  };
}
