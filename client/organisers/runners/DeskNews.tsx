import type { SaveRunnerReply } from '#shared/wire/admin-api.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { messageOf } from '../calls/call-error.ts';
import { useCalls, useOrganiser } from '../session/use-session.ts';
import { describeRefusal } from './describe-refusal.ts';
import styles from './DeskNews.module.css';
import { undoLastChange } from './undo-last-change.ts';
import type { News, Undo } from './use-desk.ts';

export interface DeskNewsProps {
  readonly news: News | undefined;
  readonly onNews: (news: News | undefined) => void;
  /** What stands there while there is no news. */
  readonly children?: ReactNode;
}

/**
 * What came of the last thing one did; an admin can take it back. Its room is kept, and it stays
 * in sight: neither the news nor their end moves the rows that one is about to press.
 */
export function DeskNews({ news, onNews, children }: DeskNewsProps): ReactNode {
  const calls = useCalls();
  const { role } = useOrganiser();
  const change = news?.undo;
  const undo = useMutation<SaveRunnerReply, Error, Undo>({
    mutationKey: ['undo', change?.version],
    mutationFn: ({ runnerId, version }) => undoLastChange(calls, runnerId, version),
    onSuccess: ({ result }, { undone }) => {
      if (result === 'Success') onNews({ text: undone });
    },
  });
  const isAboutThis = undo.variables === change;
  const problem = undo.error ? messageOf(undo.error) : undo.data && describeRefusal(undo.data);
  return (
    <div className={styles.room}>
      {/* Always there, so that a screen reader speaks what comes into it. */}
      <output className={styles.news} data-tone={news?.tone} data-testid="news">
        {news ? (
          <>
            <span className={styles.text}>{news.text}</span>
            {change && role === 'admin' ? (
              <Button
                isBusy={undo.isPending}
                onClick={() => {
                  undo.mutate(change);
                }}
              >
                Undo
              </Button>
            ) : null}
          </>
        ) : null}
      </output>
      {problem === undefined || !isAboutThis ? null : <Banner kind="alert">{problem}</Banner>}
      {news ? null : children}
    </div>
  );
}
