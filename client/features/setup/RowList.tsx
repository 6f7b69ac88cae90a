import { type ReactNode, useEffect, useRef, useState } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FaultTag } from './FaultTag.tsx';
import { useFaultCount, useListFaults } from './faults.ts';
import styles from './RowList.module.css';
import { type Bound, bindRow, keyOf, moveRow } from './rows.ts';

export interface RowListProps<Row extends object> {
  readonly list: Bound<readonly Row[]>;
  readonly title: string;
  /** The word for one row: `point`. */
  readonly noun: string;
  readonly nameOf: (row: Row) => string;
  /** Its fields are columns on a desk: only the first row shows their labels. */
  readonly isTable?: boolean;
  /** The text next to the name of a folded row; without it rows never fold. */
  readonly describe?: (row: Row) => string;
  /** A new row without faults. */
  readonly create: () => NoInfer<Row>;
  /** Whether a row cannot be removed. */
  readonly isFixed?: (row: Row) => boolean;
  /** Removes a row in place of the list; without it the list removes it. */
  readonly onRemove?: (index: number) => void;
  readonly children: (row: Bound<Row>, index: number) => ReactNode;
}

/** Rows that can be added, removed, and moved by buttons or Alt and the arrows. */
export function RowList<Row extends object>(props: RowListProps<Row>): ReactNode {
  const { list, title, noun, nameOf, describe, create, isFixed, onRemove, children } = props;
  const { isTable = false } = props;
  const rows = list.value;
  const faults = useListFaults(list.at);
  const [said, setSaid] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(rows.length === 1 ? rows.map(keyOf) : []),
  );
  const place = useRef<HTMLOListElement>(null);
  const added = useRef<string>(undefined);
  useEffect(() => {
    if (added.current === undefined) return;
    const row = place.current?.querySelector(`[data-key="${added.current}"]`);
    added.current = undefined;
    row?.querySelector<HTMLElement>('input:not([hidden]), select')?.focus();
  });

  const move = (from: number, to: number): void => {
    const moved = moveRow(rows, from, to);
    const row = rows[from];
    if (moved === rows || !row) return;
    list.onChange(moved);
    setSaid(`${nameOf(row)} is ${to + 1} of ${rows.length} now.`);
  };
  const remove = (index: number): void => {
    if (onRemove) onRemove(index);
    else list.onChange(rows.toSpliced(index, 1));
    place.current?.nextElementSibling?.querySelector('button')?.focus();
  };
  useEffect(() => {
    const element = place.current;
    const onKey = (event: KeyboardEvent): void => {
      const { key, altKey, target } = event;
      if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown') || event.defaultPrevented) return;
      // A list within a row handles its own keys.
      event.preventDefault();
      const index = [...(element?.children ?? [])].findIndex((row) => row.contains(target as Node));
      move(index, key === 'ArrowUp' ? index - 1 : index + 1);
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  });
  return (
    <div className={styles.list}>
      {faults.map((fault) => (
        <Banner key={fault} kind="alert">
          {fault}
        </Banner>
      ))}
      <ol
        ref={place}
        className={styles.rows}
        data-table={isTable || undefined}
        aria-label={title}
        data-at={list.at}
        tabIndex={-1}
      >
        {rows.map((row, index) => {
          const key = keyOf(row);
          const name = nameOf(row);
          const bound = bindRow(list, row, index);
          const isLast = index === rows.length - 1;
          return (
            <li key={key} className={styles.row} data-key={key}>
              <Tools
                name={name}
                isFirst={index === 0}
                isLast={isLast}
                isFixed={isFixed?.(row) ?? false}
                onMove={(step) => move(index, index + step)}
                onRemove={() => remove(index)}
              />
              {describe ? (
                <details className={styles.folded} open={opened.has(key)}>
                  <summary className={styles.summary}>
                    <span className="bold">{name}</span>{' '}
                    <span className="text-s muted">{describe(row)}</span>
                    <RowFaults at={bound.at} />
                  </summary>
                  <div className={styles.fields}>{children(bound, index)}</div>
                </details>
              ) : (
                <>
                  <span className={styles.name}>{name}</span>
                  <div className={styles.flat}>{children(bound, index)}</div>
                </>
              )}
            </li>
          );
        })}
      </ol>
      <div className="row">
        <Button
          onClick={() => {
            const row: Row = create();
            added.current = keyOf(row);
            setOpened(new Set([...opened, keyOf(row)]));
            list.onChange([...rows, row]);
          }}
        >
          Add a {noun}
        </Button>
        <output className="visually-hidden">{said}</output>
      </div>
    </div>
  );
}

function RowFaults({ at }: { readonly at: string }): ReactNode {
  return <FaultTag count={useFaultCount(at)} />;
}

interface ToolsProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isFixed: boolean;
  readonly onMove: (step: number) => void;
  readonly onRemove: () => void;
}

/** The buttons of a row. Disabled ones stay, so that none loses the focus. */
function Tools({ name, isFirst, isLast, isFixed, onMove, onRemove }: ToolsProps): ReactNode {
  const tools = [
    { sign: '↑', label: `Move up: ${name}`, isOff: isFirst, onPress: () => onMove(-1) },
    { sign: '↓', label: `Move down: ${name}`, isOff: isLast, onPress: () => onMove(1) },
    { sign: '×', label: `Remove: ${name}`, isOff: isFixed, onPress: onRemove },
  ];
  return (
    <span className={styles.tools}>
      {tools.map(({ sign, label, isOff, onPress }) => (
        <button
          key={sign}
          type="button"
          className={styles.tool}
          aria-label={label}
          aria-disabled={isOff || undefined}
          onClick={isOff ? undefined : onPress}
        >
          {sign}
        </button>
      ))}
    </span>
  );
}
