import type { AdminRunner } from '#shared/wire/admin-api.ts';
import type { ReactNode } from 'react';

import { Banner } from '../../components/Banner.tsx';

export interface EditorBannersProps {
  /** Why it was not saved. */
  readonly problem: string | undefined;
  readonly isWarned: boolean;
  readonly isGone: boolean;
  readonly others: readonly string[];
  /** The runner as known now, and the revision that is edited. */
  readonly runner: AdminRunner | undefined;
  readonly rev: number;
  /** The form is on its way: what comes back is likely to be its own. */
  readonly isSaving: boolean;
}

/** What one has to know before going on with a form. */
export function EditorBanners(props: EditorBannersProps): ReactNode {
  const { problem, isWarned, isGone, others, runner, rev, isSaving } = props;
  const isOld = runner !== undefined && runner.rev > rev && !isGone && !isSaving;
  return (
    <>
      {problem === undefined ? null : <Banner kind="alert">{problem}</Banner>}
      {isWarned ? (
        <Banner kind="notice">
          What you typed here is not saved. Submit it, or Cancel (or Escape again) to give it up.
        </Banner>
      ) : null}
      {isGone ? <Banner kind="alert">Somebody has deleted this runner meanwhile.</Banner> : null}
      {isOld ? (
        <Banner kind="notice">
          Somebody has saved this runner while it is open here. Submit shows both versions, if they
          differ.
        </Banner>
      ) : null}
      {others.length > 0 ? (
        <Banner kind="notice">{others.join(', ')} has this runner open too.</Banner>
      ) : null}
    </>
  );
}
