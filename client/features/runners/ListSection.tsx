import { type ComponentProps, type ReactNode, useState } from 'react';

import { Button } from '#client/ui/Button.tsx';

interface ListSectionProps {
  readonly id: string;
  readonly title: string;
  /** On paper only, which has neither the chips with the counts nor all tiles. Undefined until loaded. */
  readonly count: number | undefined;
  readonly children: ReactNode;
}

/** A list and its heading, which gets the focus when the last row disappears. */
export function ListSection({ id, title, count, children }: ListSectionProps): ReactNode {
  return (
    <section className="mb-6.5" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="mb-2.5 text-title-s outline-none">
        {title} <span className="hidden print:inline">{count}</span>
      </h2>
      {children}
    </section>
  );
}

/** Tiles added by each press; before the import every band is unassigned. */
const STEP = 100;
/** Tiles next to other lists, so that the list below stays in reach. */
const FIRST = 8;

interface TilesProps<Item> {
  readonly items: readonly Item[];
  /** Whether no other list is next to them. */
  readonly isAlone: boolean;
  readonly children: (item: Item) => ReactNode;
}

export function Tiles<Item>({ items, isAlone, children }: TilesProps<Item>): ReactNode {
  const [more, setMore] = useState(0);
  const most = (isAlone ? STEP : FIRST) + more;
  return (
    <>
      <ul className="plain-list stack-10 mb-3 grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))]">
        {items.slice(0, most).map(children)}
      </ul>
      {items.length > most ? <Button onClick={() => setMore(more + STEP)}>Show more</Button> : null}
    </>
  );
}

interface TileProps {
  /** Pale, since nobody has to act on it. */
  readonly isAside?: boolean;
  readonly children: ReactNode;
}

export function Tile({ isAside = false, children }: TileProps): ReactNode {
  return (
    <li
      className={`outlined flex min-h-13 overflow-clip rounded-md tiny:flex-wrap ${isAside ? 'border-dashed bg-transparent' : ''}`}
    >
      {children}
    </li>
  );
}

/** A button at the end of a tile; with letters twice as large below its text, so that a time is not broken. */
export function TileButton(props: ComponentProps<'button'>): ReactNode {
  return (
    <button
      {...props}
      type="button"
      className="bare-button rigid text-s semibold muted hovers inner-focus min-w-11 border-l border-line px-3 focus-visible:rounded-md tiny:min-h-11 tiny:flex-1 tiny:border-t tiny:border-l-0"
    />
  );
}
