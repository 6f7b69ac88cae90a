import { memo, type ReactNode } from 'react';

import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '#client/ui/table-roles.ts';

export interface Column<Item> {
  readonly head: string;
  /** Only for screen readers. */
  readonly isHeadHidden?: boolean;
  /** The cell is the header of its row. */
  readonly isRowHead?: boolean;
  readonly className?: string;
  readonly cell: (item: Item, isChosen: boolean) => ReactNode;
}

interface AllRowsProps<Item> {
  /** Has to be stable: a new array renders every row again. */
  readonly columns: readonly Column<Item>[];
  /** The grid of a row on a narrow screen, in which `columns` have their places. */
  readonly rowClass: string;
}

export interface DataTableProps<Item> extends AllRowsProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly isChosen?: (item: Item) => boolean;
  /** For a panel: without a card, and a table on phones too. */
  readonly isPlain?: boolean;
  /** Only for screen readers. */
  readonly areHeadsHidden?: boolean;
  readonly className?: string;
}

const LOOKS = {
  card: {
    table: 'card border-separate border-spacing-0 overflow-clip narrow:block',
    heads: 'narrow:sr-only',
    head: 'bg-raised px-3.5 py-1.5',
    body: 'narrow:block',
    row: 'hover:bg-raised focus-within:bg-raised data-chosen:bg-just-changed narrow:px-3.5 narrow:py-2.5 narrow:not-first:border-t',
    cell: 'h-12 border-t border-line px-3.5 py-1.5 narrow:h-auto narrow:w-auto narrow:border-0 narrow:p-0',
  },
  plain: {
    table: 'border-collapse tiny:block',
    heads: 'tiny:sr-only',
    head: 'py-0.5 pr-2 last:pr-0',
    body: 'tiny:block',
    row: 'border-t align-baseline',
    cell: 'py-0.5 pr-2 last:pr-0',
  },
};

export function DataTable<Item>(props: DataTableProps<Item>): ReactNode {
  const {
    label,
    columns,
    items,
    keyOf,
    isChosen,
    isPlain = false,
    areHeadsHidden = false,
    className = '',
    rowClass,
  } = props;
  const looks = isPlain ? LOOKS.plain : LOOKS.card;
  return (
    <table {...TABLE} aria-label={label} className={`${className} ${looks.table} w-full text-left`}>
      <thead {...ROW_GROUP} className={areHeadsHidden ? 'visually-hidden' : looks.heads}>
        <tr {...ROW}>
          {columns.map(({ head, isHeadHidden, className: width = '' }) => (
            <th
              key={head}
              {...COLUMN_HEADER}
              className={`${width} ${looks.head} text-xs! font-bold! text-muted!`}
            >
              {isHeadHidden ? <span className="visually-hidden">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROW_GROUP} className={looks.body}>
        {items.map((item) => (
          <Row
            key={keyOf(item)}
            item={item}
            isChosen={isChosen?.(item) ?? false}
            columns={columns}
            looks={looks}
            rowClass={rowClass}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps<Item> extends AllRowsProps<Item> {
  readonly item: Item;
  readonly isChosen: boolean;
  readonly looks: (typeof LOOKS)[keyof typeof LOOKS];
}

const Row = memo(function Row<Item>({
  item,
  isChosen,
  columns,
  looks,
  rowClass,
}: RowProps<Item>): ReactNode {
  return (
    <tr
      {...ROW}
      data-chosen={isChosen || undefined}
      className={`${rowClass} ${looks.row} border-line`}
    >
      {columns.map(({ head, isRowHead, className = '', cell }) => {
        const classes = `${className} ${looks.cell} wrap-anywhere`;
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
}) as <Item>(props: RowProps<Item>) => ReactNode;
