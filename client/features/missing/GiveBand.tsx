import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { type ReactNode, useMemo, useState } from 'react';

import { Field } from '#client/ui/Field.tsx';
import { describeNumbers } from '#client/organisers/runners/describe-change.ts';
import { describeUnopened, findRunners } from '#client/organisers/runners/find-runners.ts';
import styles from './GiveBand.module.css';

export interface GiveBandProps {
  readonly band: string;
  readonly runners: readonly AdminRunner[];
  readonly onGive: (runnerId: string) => void;
}

/** More are not worth reading: typing another letter is quicker. */
const MOST_SHOWN = 6;

/** Offers to give a scanned band to a registered runner, found by name or bib. */
export function GiveBand({ band, runners, onGive }: GiveBandProps): ReactNode {
  const [text, setText] = useState('');
  const found = useMemo(() => findRunners(runners, text), [runners, text]);
  const { rows, best } = found;
  /** Enter was pressed while several matched. */
  const [isUnopened, setIsUnopened] = useState(false);
  const others = rows.filter((runner) => runner !== best);
  const shown = (best ? [best, ...others] : text.trim() === '' ? [] : others).slice(0, MOST_SHOWN);
  return (
    <section className={styles.give} aria-label={`Give band ${band} to an existing runner`}>
      <Field label="Give it to an existing runner instead" hint="Search by name or bib">
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
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (best) onGive(best.runnerId);
              else setIsUnopened(found.matches > 0);
            }}
          />
        )}
      </Field>
      <ul className="plain-list stack-4">
        {shown.map((runner) => (
          <li key={runner.runnerId}>
            <button type="button" className={styles.runner} onClick={() => onGive(runner.runnerId)}>
              <strong>
                {runner.firstName} {runner.lastName}
              </strong>{' '}
              <span className="text-s muted">{describeNumbers(runner)}</span>
              {runner === best ? <kbd className={styles.enter}>↵ Enter</kbd> : null}
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
