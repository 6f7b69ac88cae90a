import { type ReactNode, useState } from 'react';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import type { Starter } from '#shared/model/result.ts';
import styles from './FollowButton.module.css';
import { followed, isSameClub, toFollowed, useFollowed } from './followed.ts';

export interface FollowButtonProps {
  readonly runner: Starter;
  /** `star`: for places without room for a word. */
  readonly look?: 'word' | 'star';
}

/** Toggles following a runner. */
export function FollowButton({ runner, look = 'word' }: FollowButtonProps): ReactNode {
  const { following, common } = useTexts();
  const { runners } = useFollowed();
  return (
    <StarButton
      isPressed={runners.some(({ runnerId }) => runnerId === runner.runnerId)}
      label={following.followName(isolateText(describeName(runner, common)))}
      look={look}
      toggle={() => followed.toggleRunner(toFollowed(runner))}
    />
  );
}

/** Toggles following all runners of a club, including later entries. */
export function FollowClubButton({ club }: { readonly club: string }): ReactNode {
  const { following } = useTexts();
  const { clubs } = useFollowed();
  const isPressed = clubs.some((other) => isSameClub(other, club));
  return (
    <StarButton isPressed={isPressed} toggle={() => followed.toggleClub(club)}>
      {following[isPressed ? 'allOf' : 'clubAll'](isolateText(club))}
    </StarButton>
  );
}

interface StarButtonProps {
  readonly isPressed: boolean;
  /** The accessible name; by default the visible text. */
  readonly label?: string;
  readonly look?: 'word' | 'star';
  /** Returns false when the list is full. */
  readonly toggle: () => boolean;
  readonly children?: ReactNode;
}

function StarButton(props: StarButtonProps): ReactNode {
  const { isPressed, label, look = 'word', toggle, children } = props;
  const { following } = useTexts();
  const [isFull, setIsFull] = useState(false);
  const word = children ?? (isPressed ? following.following : following.follow);
  return (
    <span className={styles.follow}>
      <button
        className={styles.button}
        type="button"
        // React would drop a press of the server's rendering.
        disabled={useIsServerRendered()}
        data-look={look}
        aria-pressed={isPressed}
        aria-label={label}
        onClick={(event) => {
          // The row around it may open something.
          event.stopPropagation();
          setIsFull(!toggle());
        }}
      >
        <span aria-hidden="true">{isPressed ? '★' : '☆'}</span>
        {look === 'star' ? null : word}
      </button>
      <output className="text-s muted">{isFull ? following.full : ''}</output>
    </span>
  );
}
