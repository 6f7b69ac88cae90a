import { useMutation } from '@tanstack/react-query';
import { parseBandId } from '#shared/model/ids.ts';
import type { ChipsReply } from '#shared/wire/missing-api.ts';
import { type ReactNode, useMemo, useRef, useState } from 'react';

import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { describeNumbers } from '#client/organisers/runners/describe-change.ts';
import { describeUnopened, findRunners } from '#client/organisers/runners/find-runners.ts';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export interface GiveBandProps {
  readonly band: string;
  readonly label?: string;
  readonly onGive: (runnerId: string) => void;
}

/** With more, typing another letter is quicker. */
const MOST_SHOWN = 6;

export function GiveBand(props: GiveBandProps): ReactNode {
  const { band, label = 'Give it to an existing runner instead', onGive } = props;
  const { runners } = useLists();
  const [text, setText] = useState('');
  const found = useMemo(() => findRunners(runners ?? [], text), [runners, text]);
  const { rows, best } = found;
  const list = useRef<HTMLUListElement>(null);
  const [isUnopened, setIsUnopened] = useState(false);
  const others = rows.filter((runner) => runner !== best);
  const shown = (best ? [best, ...others] : text.trim() === '' ? [] : others).slice(0, MOST_SHOWN);
  const what = parseBandId(band) === undefined ? 'chip' : 'band';
  return (
    <section
      className="stack-6 mb-4 border-b border-line pb-3.5"
      aria-label={`Give ${what} ${band} to an existing runner`}
    >
      <Field label={label} hint="Search by name or bib">
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setIsUnopened(false);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              if (event.key === 'ArrowDown') {
                list.current?.querySelector('button')?.focus();
                return;
              }
              if (best) onGive(best.runnerId);
              else setIsUnopened(found.matches > 0);
            }}
          />
        )}
      </Field>
      <ul ref={list} className="plain-list stack-4">
        {shown.map((runner) => (
          <li key={runner.runnerId}>
            <button
              type="button"
              className="well flow full-width anywhere text-left touch clickable items-baseline gap-x-3 gap-y-0.5 px-3 py-[7px]"
              onClick={() => onGive(runner.runnerId)}
            >
              <strong>
                {runner.firstName} {runner.lastName}
              </strong>{' '}
              <span className="text-s muted">{describeNumbers(runner)}</span>
              {runner === best ? (
                <kbd className="text-s bold ml-auto [font-family:inherit] text-accent">↵ Enter</kbd>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      <output className="text-s muted">
        {text.trim() !== '' && rows.length === 0 ? 'Nobody matches.' : ''}
        {[
          isUnopened ? describeUnopened(found) : '',
          rows.length > shown.length && shown.length > 0
            ? `and ${rows.length - shown.length} more`
            : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </output>
    </section>
  );
}

export interface GiveChipProps {
  readonly chip: string;
  /** `done`: the message after a save; undefined if it was cancelled. */
  readonly onClose: (done?: string) => void;
}

/** Assigns a chip whose code is not a wristband number. All its reads then count at once. */
export function GiveChip({ chip, onClose }: GiveChipProps): ReactNode {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (runnerId: string) =>
      calls.send<ChipsReply>('POST', `/mia/${chip}/give`, { runnerId }),
    onSuccess: async ({ message }) => {
      await feed.settle(undefined);
      onClose(message);
    },
  });
  return (
    <ModalDialog labelledBy="give-chip" width="question" onClose={() => onClose()}>
      <h2 id="give-chip">Whose chip is {chip}?</h2>
      <Failure error={error} />
      <GiveBand
        band={chip}
        label="Runner"
        onGive={(runnerId) => {
          if (!isPending) mutate(runnerId);
        }}
      />
      <DialogButtons>
        <Button onClick={() => onClose()}>Cancel</Button>
      </DialogButtons>
    </ModalDialog>
  );
}
