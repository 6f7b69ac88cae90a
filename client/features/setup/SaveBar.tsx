import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import styles from '#client/kit/SaveBar.module.css';
import { describeClash, type Part, PARTS } from './setup-merge.ts';
import type { SetupForm } from './use-setup-form.ts';

export interface SaveBarProps {
  readonly form: SetupForm;
  readonly onGo: (part: Part) => void;
}

export function SaveBar({ form, onGo }: SaveBarProps): ReactNode {
  const { changed, clashes, updated, faults, outcome, isBusy, draft } = form;
  const isNeeded = changed.length + clashes.length + updated.length > 0 || outcome !== undefined;
  const whole = faults.find(({ path }) => path === '');
  return (
    <div className={styles.saveBar} data-needed={isNeeded || undefined}>
      {updated.length === 0 ? null : (
        <Banner kind="notice">Another organiser changed {listTitles(updated)}: shown here.</Banner>
      )}
      {clashes.map((part) => (
        <Banner key={part} kind="notice">
          <p>
            Another organiser has saved {PARTS[part].title} ({describeClash(draft, part)}).
          </p>
          <div className="flow">
            {(['mine', 'theirs'] as const).map((keep) => (
              <Button
                key={keep}
                aria-label={`${keep === 'mine' ? 'Keep mine' : 'Take theirs'}: ${PARTS[part].title}`}
                onClick={() => {
                  form.settle(part, keep);
                  onGo(part);
                }}
              >
                {keep === 'mine' ? 'Keep mine' : 'Take theirs'}
              </Button>
            ))}
          </div>
        </Banner>
      ))}
      {outcome?.kind === 'saved' ? <Banner kind="done">The race is saved.</Banner> : null}
      {outcome?.kind === 'failed' ? (
        <Banner kind="alert">The race is not saved. {outcome.reason}</Banner>
      ) : null}
      {whole ? <Banner kind="alert">{whole.message}</Banner> : null}
      <div className={styles.saveRow}>
        <p className="text-s muted anywhere">
          {changed.length === 0 ? 'Nothing to save.' : `Not saved yet: ${listTitles(changed)}.`}
          {clashes.length === 0
            ? ''
            : ' Choose which to keep where another organiser made changes.'}
        </p>
        <Button
          kind="main"
          isBusy={isBusy}
          aria-disabled={changed.length === 0 || clashes.length > 0 || isBusy}
          onClick={() => {
            if (changed.length > 0) void form.ask();
          }}
        >
          Save…
        </Button>
      </div>
    </div>
  );
}

function listTitles(parts: readonly Part[]): string {
  return parts.map((part) => PARTS[part].title).join(', ');
}
