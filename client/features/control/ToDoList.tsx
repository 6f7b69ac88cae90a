import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { useControl } from '#client/organisers/rollcall/use-control.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { useSteadyRows } from '#client/ui/use-steady-rows.ts';
import type { ToDo, ToDoList as Lists } from '#shared/control/to-do.ts';
import { ToDoRow } from './ToDoRow.tsx';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export interface ToDoListProps {
  readonly lists: Lists | undefined;
  readonly onAsk: (toDo: ToDo) => void;
}

/** The items shown at first. */
const FIRST = 30;

/** What to do now, the worst first; one press takes an item (SCREENS.md SY4). */
export function ToDoList({ lists, onAsk }: ToDoListProps): ReactNode {
  const control = useControl();
  const [isWhole, setIsWhole] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { open = [], left = [] } = lists ?? {};
  const wanted = useSearchParams()[0].get('item') ?? undefined;
  const wantedAt = open.findIndex(({ subject }) => subject === wanted);
  const shown = isWhole || wantedAt >= FIRST ? open : open.slice(0, FIRST);
  const list = useRef<HTMLUListElement>(null);
  // Keeps the rows in place while a press may be on its way: some buttons act without a question.
  useSteadyRows(list);
  // An alarm focuses its item only once, so that nobody who moved on is pulled back.
  const hasLed = useRef<string>(undefined);
  useEffect(() => {
    if (wantedAt === -1 || hasLed.current === wanted) return;
    hasLed.current = wanted;
    list.current?.querySelector<HTMLElement>(`[data-subject=${JSON.stringify(wanted)}]`)?.focus();
  }, [wanted, wantedAt]);
  const taken = open.filter(({ subject }) => control.find({ kind: 'claim', subject })).length;
  const error = control.write.error ?? control.remove.error;
  const focusHeading = (): void => heading.current?.focus();
  const row = (toDo: ToDo): ReactNode => (
    <ToDoRow
      key={`${toDo.kind} ${toDo.subject} ${toDo.leftAs ?? ''}`}
      toDo={toDo}
      control={control}
      onAsk={onAsk}
      // The row disappears with its button.
      onGone={focusHeading}
    />
  );
  return (
    <section className="panel stack-6 one-column content-start" aria-labelledby="to-do">
      <h2 id="to-do" ref={heading} className="row heading outline-none" tabIndex={-1}>
        Now to do{' '}
        {lists ? (
          <span className="text-m font-medium text-muted">
            {open.length - taken} open · {taken} taken
          </span>
        ) : null}
      </h2>
      <Failure error={error} />
      {lists ? null : <output>Loading...</output>}
      {lists && wanted !== undefined && wantedAt === -1 ? (
        <Banner kind="notice">That item is no longer open.</Banner>
      ) : null}
      {lists && open.length === 0 ? (
        <p className="font-bold text-accent">
          ✓ Nothing to do: everyone who is out is safe, and nobody is overdue.
        </p>
      ) : null}
      <ul ref={list} className="plain-list lined" aria-label="Now to do">
        {shown.map(row)}
      </ul>
      {shown.length < open.length ? (
        <Button onClick={() => setIsWhole(true)}>Show all {open.length}</Button>
      ) : null}
      {left.length > 0 ? (
        <details>
          <summary className="opener touch content-center text-m text-muted underline">
            {left.length} ignored
          </summary>
          <ul className="plain-list lined" aria-label="Ignored">
            {left.map(row)}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
