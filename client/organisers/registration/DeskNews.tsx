import type { SaveRunnerReply } from '#shared/wire/admin-api.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Banner } from '../../components/Banner.tsx';
import { Button } from '../../components/Button.tsx';
import { messageOf } from '../calls/call-error.ts';
import type { Calls } from '../calls/calls.ts';
import { useCalls, useOrganiser } from '../session/use-session.ts';
import { describeRefusal } from './describe-refusal.ts';
import styles from './DeskNews.module.css';
import { readHistory, undoLastChange } from './undo-last-change.ts';
import type { News } from './use-desk.ts';

export interface DeskNewsProps {
  readonly news: News | undefined;
  readonly onNews: (news: News | undefined) => void;
}

/** What came of the last thing one did; a deletion can be taken back by an admin. */
export function DeskNews({ news, onNews }: DeskNewsProps): ReactNode {
  const calls = useCalls();
  const { role } = useOrganiser();
  const deletedId = news?.deletedId;
  const undo = useMutation<SaveRunnerReply, Error, string>({
    mutationKey: ['bring-back', deletedId],
    mutationFn: (runnerId) => bringBack(calls, runnerId),
    onSuccess: ({ result }) => {
      if (result === 'Success') onNews({ text: 'Brought back.' });
    },
  });
  const isAboutThis = undo.variables === deletedId;
  const problem = undo.error ? messageOf(undo.error) : undo.data && describeRefusal(undo.data);
  return (
    <>
      {/* Always there, so that a screen reader speaks what comes into it. */}
      <output className={styles.news} data-testid="news">
        {news ? (
          <>
            <span className={styles.text}>{news.text}</span>
            {deletedId !== undefined && role === 'admin' ? (
              <Button
                isBusy={undo.isPending}
                onClick={() => {
                  undo.mutate(deletedId);
                }}
              >
                Undo
              </Button>
            ) : null}
          </>
        ) : null}
      </output>
      {problem === undefined || !isAboutThis ? null : <Banner kind="alert">{problem}</Banner>}
    </>
  );
}

/** Undoes a deletion, unless something else has happened to the runner since. */
async function bringBack(calls: Calls, runnerId: string): Promise<SaveRunnerReply> {
  const [last] = await readHistory(calls, runnerId);
  if (!last || last.after) throw new Error('Somebody has brought this runner back already.');
  return undoLastChange(calls, runnerId, last.version);
}
