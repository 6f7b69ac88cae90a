import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';

import { useFormValue } from '#client/kit/form-fields.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FaultTag } from './FaultTag.tsx';
import { useFaultCount, useListFaults } from './faults.ts';
import styles from './RowList.module.css';

export interface RowListProps<Row extends object> {
  /** The path of the list in the form. */
  readonly at: string;
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
  /** Asks before a row is removed; without it the list removes it. */
  readonly onRemove?: (index: number, remove: () => void) => void;
  /** The fields of a row, whose path is `at`. */
  readonly children: (at: string, row: Row, index: number) => ReactNode;
}

/** Rows that can be added, removed, and moved by buttons or Alt and the arrows. */
export function RowList<Row extends object>(props: RowListProps<Row>): ReactNode {
  const { at, title, noun, nameOf, describe, create, isFixed, onRemove, children } = props;
  const { isTable = false } = props;
  const list = useFieldArray({ name: at, keyName: 'key' });
  const [rows] = useFormValue<readonly Row[]>(at);
  const faults = useListFaults(at);
  const [said, setSaid] = useState('');
  const place = useRef<HTMLOListElement>(null);
  const [isOneAtFirst] = useState(rows.length === 1);
  const isAdded = useRef(false);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const row = place.current?.lastElementChild;
    row?.querySelector('details')?.setAttribute('open', '');
    row?.querySelector<HTMLElement>('input:not([hidden]), select')?.focus();
  });

  const move = (from: number, to: number): void => {
    const row = rows[from];
    if (!row || to < 0 || to >= rows.length) return;
    list.move(from, to);
    setSaid(`${nameOf(row)} is ${to + 1} of ${rows.length} now.`);
  };
  const remove = (index: number): void => {
    list.remove(index);
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
        data-at={at}
        tabIndex={-1}
      >
        {list.fields.map(({ key }, index) => {
          const row = rows[index];
          if (!row) return null;
          const name = nameOf(row);
          const own = `${at}.${index}`;
          const isLast = index === rows.length - 1;
          return (
            <li key={key} className={styles.row}>
              <Tools
                name={name}
                isFirst={index === 0}
                isLast={isLast}
                isFixed={isFixed?.(row) ?? false}
                onMove={(step) => move(index, index + step)}
                onRemove={() => {
                  if (onRemove) onRemove(index, () => remove(index));
                  else remove(index);
                }}
              />
              {describe ? (
                <details className={styles.folded} open={isOneAtFirst}>
                  <summary className={styles.summary}>
                    <span className="bold">{name}</span>{' '}
                    <span className="text-s muted">{describe(row)}</span>
                    <RowFaults at={own} />
                  </summary>
                  <div className={styles.fields}>{children(own, row, index)}</div>
                </details>
              ) : (
                <>
                  <span className={styles.name}>{name}</span>
                  <div className={styles.flat}>{children(own, row, index)}</div>
                </>
              )}
            </li>
          );
        })}
      </ol>
      <div className="row">
        <Button
          onClick={() => {
            isAdded.current = true;
            list.append(create(), { shouldFocus: false });
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
