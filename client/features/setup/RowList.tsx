import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';

import {
  FaultsShown,
  isWithin,
  PathPrefix,
  useFormValue,
  usePath,
} from '#client/kit/form-fields.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FaultTag } from './faults.tsx';
import { FIELD_GRID } from './part-fields.tsx';

export interface RowListProps<Row extends object> {
  /** The name of the list in the form, or in the surrounding row. */
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
  /** The fields of a row, whose names begin after the path of the row. */
  readonly children: (row: Row, index: number) => ReactNode;
}

/** Rows that can be added, moved and removed. */
export function RowList<Row extends object>(props: RowListProps<Row>): ReactNode {
  const { title, noun, nameOf, describe, create, isFixed, children } = props;
  const { isTable = false } = props;
  const at = usePath(props.at);
  const list = useFieldArray({ name: at, keyName: 'key' });
  const [rows] = useFormValue<readonly Row[]>(props.at);
  const faults = use(FaultsShown);
  const [moved, setMoved] = useState('');
  const place = useRef<HTMLOListElement>(null);
  const [isOneAtFirst] = useState(rows.length === 1);
  /** The length of the list once the new row is in it. */
  const addedAs = useRef<number>(undefined);
  useEffect(() => {
    // The list item is rendered before its fields are.
    if (place.current?.childElementCount !== addedAs.current) return;
    addedAs.current = undefined;
    const row = place.current?.lastElementChild;
    row?.querySelector('details')?.setAttribute('open', '');
    row?.querySelector<HTMLElement>('input:not([hidden]), select')?.focus();
  });

  const move = (from: number, to: number): void => {
    const row = rows[from];
    if (!row || to < 0 || to >= rows.length) return;
    list.move(from, to);
    setMoved(`${nameOf(row)} is ${to + 1} of ${rows.length} now.`);
  };
  const remove = (index: number): void => {
    list.remove(index);
    place.current?.nextElementSibling?.querySelector('button')?.focus();
  };
  return (
    <div className="stack-8 shrinks one-column">
      {faults.map(({ path, message }) =>
        path === at ? (
          <Banner key={message} kind="alert">
            {message}
          </Banner>
        ) : null,
      )}
      <ol
        ref={place}
        className="plain-list stack-8 one-column outline-none"
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
          const isHeadless = isTable && index > 0;
          const fields = <PathPrefix value={`${own}.`}>{children(row, index)}</PathPrefix>;
          return (
            <li
              key={key}
              className="well shrinks relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-1 gap-y-0 py-1 pr-1"
            >
              <Tools
                name={name}
                isBelowLabels={!describe && !isHeadless}
                isFirst={index === 0}
                isLast={isLast}
                isFixed={isFixed?.(row) ?? false}
                onMove={(step) => move(index, index + step)}
                onRemove={() => remove(index)}
              />
              {describe ? (
                <details className="col-span-full row-start-1 min-w-0" open={isOneAtFirst}>
                  <summary className="row opener anywhere touch gap-x-2 gap-y-0 py-1 pr-36 pl-3 before:text-muted before:content-['▸'] [details[open]>&]:before:content-['▾']">
                    <span className="bold">{name}</span>{' '}
                    <span className="text-s muted">{describe(row)}</span>
                    <FaultTag count={faults.filter(({ path }) => isWithin(path, own)).length} />
                  </summary>
                  <div className={`${FIELD_GRID} pt-1 pr-2 pb-2.5 pl-3`}>{fields}</div>
                </details>
              ) : (
                <>
                  <span className="bold anywhere col-start-1 row-start-1 self-center pl-3 wide:hidden">
                    {name}
                  </span>
                  <div
                    className={`${FLAT} ${isTable ? TABLE : WRAPPED} ${isHeadless ? HEADLESS : ''}`}
                  >
                    {fields}
                  </div>
                </>
              )}
            </li>
          );
        })}
      </ol>
      <div className="row">
        <Button
          onClick={() => {
            addedAs.current = list.fields.length + 1;
            list.append(create(), { shouldFocus: false });
          }}
        >
          Add a {noun}
        </Button>
        <output className="visually-hidden">{moved}</output>
      </div>
    </div>
  );
}

/** Fields in one line on a desk, below the name elsewhere. */
const FLAT =
  'col-span-full row-start-2 grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-2.5 gap-y-2 pr-1.5 pb-2 pl-3 wide:[grid-column:1] wide:row-start-1 wide:gap-1.5 wide:pr-1 wide:pb-1 wide:[&_:is(input,select)]:px-1.5 wide:[&_select]:px-px';
const WRAPPED = 'wide:grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]';
/** The second field, the name, is the widest. */
const TABLE =
  'wide:flex wide:flex-wrap wide:*:flex-[1_1_6rem] wide:[&>:nth-child(2)]:flex-[1.6_1_9rem] wide:[&_.chip]:px-2.5';
/** Only the first row of a table shows its labels. */
const HEADLESS = 'wide:[&_:is(label,legend,p).muted]:sr-only wide:[&_fieldset>div]:pt-0';

interface ToolsProps {
  readonly name: string;
  readonly isBelowLabels: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isFixed: boolean;
  readonly onMove: (step: number) => void;
  readonly onRemove: () => void;
}

/** The buttons of a row. Disabled ones stay, so that the focus is not lost. */
function Tools(props: ToolsProps): ReactNode {
  const { name, isBelowLabels, isFirst, isLast, isFixed, onMove, onRemove } = props;
  const tools = [
    { sign: '↑', label: `Move up: ${name}`, isOff: isFirst, onPress: () => onMove(-1) },
    { sign: '↓', label: `Move down: ${name}`, isOff: isLast, onPress: () => onMove(1) },
    { sign: '×', label: `Remove: ${name}`, isOff: isFixed, onPress: onRemove },
  ];
  return (
    <span className={`z-1 col-start-2 row-start-1 flex ${isBelowLabels ? 'wide:mt-[21px]' : ''}`}>
      {tools.map(({ sign, label, isOff, onPress }) => (
        <button
          key={sign}
          type="button"
          className="bare-button square bold rounded-md text-title-m text-ink aria-disabled:cursor-default aria-disabled:text-line-strong aria-disabled:opacity-50"
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
