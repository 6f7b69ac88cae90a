import type { ReactNode } from 'react';

import { MineOrTheirs, SaveBar } from '#client/kit/SaveBar.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { describeClash, type Part, PARTS } from './setup-merge.ts';
import type { SetupForm } from './use-setup-form.ts';

export interface SetupSaveBarProps {
  readonly form: SetupForm;
  readonly onGo: (part: Part) => void;
}

export function SetupSaveBar({ form, onGo }: SetupSaveBarProps): ReactNode {
  const { changed, clashes, updated, faults, outcome, isBusy, mine, latest } = form;
  const whole = faults.find(({ path }) => path === '');
  return (
    <SaveBar
      changed={changed.map(titleOf)}
      updated={updated.map(titleOf)}
      isClashing={clashes.length > 0}
      hasNews={outcome !== undefined}
      news={
        <>
          {clashes.map((part) => (
            <MineOrTheirs
              key={part}
              label={titleOf(part)}
              onKeep={(keep) => {
                form.settle(part, keep);
                onGo(part);
              }}
            >
              Another organiser has saved {titleOf(part)} ({describeClash(mine, latest, part)}).
            </MineOrTheirs>
          ))}
          {outcome === 'saved' ? <Banner kind="done">The race is saved.</Banner> : null}
          {typeof outcome === 'object' ? (
            <Banner kind="alert">The race is not saved. {outcome.failed}</Banner>
          ) : null}
          {whole ? <Banner kind="alert">{whole.message}</Banner> : null}
        </>
      }
      button={
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
      }
    />
  );
}

function titleOf(part: Part): string {
  return PARTS[part].title;
}
