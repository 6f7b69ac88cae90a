import { memo, type ReactNode } from 'react';

import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '#client/ui/table-roles.ts';

export interface Column<Item> {
  readonly head: string;
  /** Whether the head is only spoken. */
  readonly isHeadHidden?: boolean;
  /** Whether the cell is what its row is called by. */
  readonly isRowHead?: boolean;
  /** Of the head and the cells. */
  readonly className?: string;
  readonly cell: (item: Item, isChosen: boolean) => ReactNode;
}

interface RowProps<Item> {
  /** The same array at each rendering, or every row is rendered again. */
  readonly columns: readonly Column<Item>[];
  /** How a row lies where the screen is narrow: each of `columns` may say where. */
  readonly rowClass: string;
}

export interface DataTableProps<Item> extends RowProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly isChosen?: (item: Item) => boolean;
  readonly className?: string;
}

/**
 * A table of the organisers', whose rows are cards on a narrow screen.
 */
export function DataTable<Item>(props: DataTableProps<Item>): ReactNode {
  const { label, columns, items, keyOf, isChosen, className = '', rowClass } = props;
  return (
    <table
      {...TABLE}
      aria-label={label}
      className={`${className} card w-full border-separate border-spacing-0 overflow-clip text-left narrow:block`}
    >
      <thead {...ROW_GROUP} className="narrow:sr-only">
        <tr {...ROW}>
          {columns.map(({ head, isHeadHidden, className: width = '' }) => (
            <th
              key={head}
              {...COLUMN_HEADER}
              className={`${width} bg-raised px-3.5 py-1.5 text-xs! font-bold! text-muted!`}
            >
              {isHeadHidden ? <span className="visually-hidden">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROW_GROUP} className="narrow:block">
        {items.map((item) => (
          <Row
            key={keyOf(item)}
            item={item}
            isChosen={isChosen?.(item) ?? false}
            columns={columns}
            rowClass={rowClass}
          />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(function Row<Item>({
  item,
  isChosen,
  columns,
  rowClass,
}: RowProps<Item> & { readonly item: Item; readonly isChosen: boolean }): ReactNode {
  return (
    <tr
      {...ROW}
      data-chosen={isChosen || undefined}
      className={`${rowClass} border-line hover:bg-raised focus-within:bg-raised data-chosen:bg-just-changed narrow:px-3.5 narrow:py-2.5 narrow:not-first:border-t`}
    >
      {columns.map(({ head, isRowHead, className = '', cell }) => {
        const classes = `${className} h-12 border-t border-line px-3.5 py-1.5 wrap-anywhere narrow:h-auto narrow:border-0 narrow:p-0`;
        return isRowHead ? (
          <th key={head} {...ROW_HEADER} className={`${classes} font-strong`}>
            {cell(item, isChosen)}
          </th>
        ) : (
          <td key={head} {...CELL} className={classes}>
            {cell(item, isChosen)}
          </td>
        );
      })}
    </tr>
  );
}) as <Item>(
  props: RowProps<Item> & { readonly item: Item; readonly isChosen: boolean },
) => ReactNode;
