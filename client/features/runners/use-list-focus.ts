import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The attributes that identify the rows and tiles of a list. */
const ITEMS = ['data-runner-id', 'data-band', 'data-check'] as const;

/** The focused item, and its place among the others. */
interface FocusedItem {
  readonly element: Element;
  readonly attribute: string;
  readonly id: string | null;
  readonly at: number;
}

/** The row or tile around an element. The attribute of a tile is on one of its buttons. */
function findItem(element: Element): HTMLElement | null | undefined {
  const items = ITEMS.map((name) => `[${name}]`).join();
  return element.closest<HTMLElement>(items) ?? element.closest('li')?.querySelector(items);
}

function listItems(list: HTMLElement | null, attribute: string): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(`[${attribute}]`) ?? [])];
}

/** Focuses an item: its open panel, its button, or itself. */
function focusIn(item: HTMLElement | undefined): boolean {
  const target = item?.querySelector<HTMLElement>('[data-panel], [data-open]') ?? item;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'nearest' });
  return target !== undefined;
}

/** Focuses the row of a runner, or the first one; returns whether there is one. */
export function focusRow(list: HTMLElement | null, runnerId?: string): boolean {
  const rows = listItems(list, 'data-runner-id');
  return focusIn(
    runnerId === undefined ? rows[0] : rows.find(({ dataset }) => dataset['runnerId'] === runnerId),
  );
}

/** Moves the focus by a row; returns whether there is one. */
export function stepRow(list: HTMLElement | null, from: Element, step: 1 | -1): boolean {
  const rows = listItems(list, 'data-runner-id');
  return focusIn(rows[rows.findIndex((row) => row.contains(from)) + step]);
}

/**
 * Keeps the focus on its item when that moves in the list, or changes between form and row. When the item leaves the list
 * the focus goes to the next one, or else to a heading.
 */
export function useListFocus(list: RefObject<HTMLElement | null>): void {
  const focused = useRef<FocusedItem>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest('dialog') || target.id === 'screen')
        return;
      const item = list.current?.contains(target) ? findItem(target) : undefined;
      const attribute = ITEMS.find((name) => item?.hasAttribute(name));
      if (!item || attribute === undefined) {
        focused.current = undefined;
        return;
      }
      const at = listItems(list.current, attribute).indexOf(item);
      focused.current = { element: target, attribute, id: item.getAttribute(attribute), at };
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list]);
  useLayoutEffect(() => {
    const was = focused.current;
    if (!was || was.element.isConnected || !isFocusLost()) return;
    focused.current = undefined;
    const { attribute, id, at } = was;
    const findIt = (items: readonly HTMLElement[]): HTMLElement | undefined =>
      items.find((each) => each.getAttribute(attribute) === id);
    if (focusIn(findIt(listItems(list.current, attribute)))) return;
    // A row that moved to another table appears only after that table is measured.
    setTimeout(() => {
      const items = listItems(list.current, attribute);
      if (!isFocusLost() || focusIn(findIt(items) ?? items[at] ?? items.at(-1))) return;
      list.current?.querySelector<HTMLElement>('h2[tabindex]')?.focus();
    });
  });
}

function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.id === 'screen';
}
