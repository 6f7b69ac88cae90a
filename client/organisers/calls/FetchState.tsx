import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { messageOf } from './call-error.ts';

export interface FetchFailureProps {
  /** The subject of the sentence: `The reads`. */
  readonly what: string;
  /** Whether the screen still shows an earlier answer. */
  readonly isShown: boolean;
  readonly error: Error | null | undefined;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}

export function FetchFailure(props: FetchFailureProps): ReactNode {
  const { what, isShown, error, isFetching, onRetry } = props;
  return error ? (
    <div className="grid justify-items-start gap-2.5 *:first:justify-self-stretch">
      <Banner kind="alert">
        {what} {isShown ? 'shown may be old.' : 'cannot be shown.'} {messageOf(error)}
      </Banner>
      <Button isBusy={isFetching} onClick={onRetry}>
        Try again
      </Button>
    </div>
  ) : null;
}
