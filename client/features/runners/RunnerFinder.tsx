import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';

import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { describeEntry, describeNumbers } from '#client/organisers/runners/describe-change.ts';
import { nameOrBib } from '#client/organisers/runners/editor-values.ts';
import { describeUnopened, findRunners } from '#client/organisers/runners/find-runners.ts';
import { useRaceDay } from '#client/organisers/lists/race-clock.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';

export interface RunnerFinderProps {
  readonly label: string;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly onOpen: (runnerId: string) => void;
}

/** With more, typing another letter is quicker. */
const MOST_SHOWN = 6;

/** Finds one of all runners: Enter opens the only one that the text can mean (SCREENS.md SG18), a press any other. */
export function RunnerFinder({ label, inputRef, onOpen }: RunnerFinderProps): ReactNode {
  const { everyone } = useLists();
  const { config } = useRaceDay();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState('');
  const [isUnopened, setIsUnopened] = useState(false);
  const found = useMemo(() => findRunners(everyone, text), [everyone, text]);
  const { best, matches } = found;
  const others = found.by ? found.rows.filter((runner) => runner !== best) : [];
  const shown = (best ? [best, ...others] : others).slice(0, MOST_SHOWN);
  const type = (typed: string): void => {
    setText(typed);
    setIsUnopened(false);
  };
  const open = (runnerId: string): void => {
    type('');
    onOpen(runnerId);
  };
  return (
    <div className="stack-6">
      <FindBox
        label={label}
        text={text}
        onText={type}
        shown={found.by ? { shown: matches, listed: everyone.length } : undefined}
        {...(inputRef && { inputRef })}
        onEnter={() => {
          if (best) open(best.runnerId);
          else setIsUnopened(matches > 0);
        }}
        onArrowDown={() => list.current?.querySelector('button')?.focus()}
      />
      <ul ref={list} className="plain-list stack-4" aria-label="Found">
        {shown.map((runner) => (
          <li key={runner.runnerId}>
            <button
              type="button"
              className="well flow full-width anywhere text-left touch clickable items-baseline gap-x-3 gap-y-0.5 px-3 py-[7px]"
              onClick={() => open(runner.runnerId)}
            >
              <strong>{nameOrBib(runner)}</strong>{' '}
              <span className="text-s muted">
                {describeNumbers(runner)} · {describeEntry(runner, config)}
              </span>
              {runner === best ? (
                <kbd className="text-s bold ml-auto [font-family:inherit] text-accent">↵ Enter</kbd>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      <output className="text-s muted">
        {found.by && matches === 0 ? `Nobody matches “${text.trim()}”.` : ''}
        {isUnopened ? describeUnopened(found) : ''}
      </output>
    </div>
  );
}
