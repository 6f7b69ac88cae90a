import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { messageOf } from './call-error.ts';

/** The message of an error, if there is one. */
export function Failure({ error }: { readonly error: Error | null | undefined }): ReactNode {
  return error ? <Banner kind="alert">{messageOf(error)}</Banner> : null;
}

export interface FetchStateProps {
  /** The subject of the sentence: `The reads`. */
  readonly what: string;
  /** The first one is the main one of the screen. */
  readonly queries: readonly UseQueryResult[];
}

/** Why queries fail, with a retry, or that the main one is still loading. */
export function FetchState({ what, queries }: FetchStateProps): ReactNode {
  const error = queries.find((query) => query.error)?.error;
  const isShown = queries[0]?.data !== undefined;
  if (!error) return isShown ? null : <output>Loading...</output>;
  return (
    <div className="grid justify-items-start gap-2.5 *:first:justify-self-stretch">
      <Banner kind="alert">
        {what} {isShown ? 'shown may be old.' : 'cannot be shown.'} {messageOf(error)}
      </Banner>
      <Button
        isBusy={queries.some(({ isFetching }) => isFetching)}
        onClick={() => {
          for (const query of queries) void query.refetch();
        }}
      >
        Try again
      </Button>
    </div>
  );
}
