import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import type { Problem } from './save-draft.ts';

export interface OwnBannersProps {
  readonly problem: Problem | undefined;
  readonly isWarned: boolean;
}

/** The outcome of the organiser's own action, above the form. */
export function OwnBanners({ problem, isWarned }: OwnBannersProps): ReactNode {
  return (
    <>
      {problem ? (
        <Banner kind="alert">
          <span>{problem.sentence}</span> <span>{problem.detail}</span>
        </Banner>
      ) : null}
      {isWarned ? (
        <Banner kind="notice">
          What you typed here is not saved. Submit it, or Cancel (or Escape again) to give it up.
        </Banner>
      ) : null}
    </>
  );
}

export interface OthersBannersProps {
  readonly isGone: boolean;
  /** E-mail addresses of those who have the same runner open elsewhere. */
  readonly others: readonly string[];
  /** An earlier submission from here is in progress. */
  readonly isSaving: boolean;
  /** Another revision was saved while the form was open. */
  readonly isOld: boolean;
}

/** What others do at the same time: below the form, so that a new banner moves no field under the fingers. */
export function OthersBanners({ isGone, others, isSaving, isOld }: OthersBannersProps): ReactNode {
  return (
    <>
      {isGone ? <Banner kind="alert">Someone else has deleted this runner.</Banner> : null}
      {isSaving ? (
        <Banner kind="notice">What you submitted before is still being saved.</Banner>
      ) : null}
      {isOld && !isGone ? (
        <Banner kind="notice">
          Someone has saved this runner while it is open here. Submit keeps both, and asks about
          what you both changed.
        </Banner>
      ) : null}
      {others.length > 0 ? (
        <Banner kind="notice">{others.join(', ')} has this runner open too.</Banner>
      ) : null}
    </>
  );
}
