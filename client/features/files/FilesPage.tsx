import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Failure } from '#client/organisers/calls/FetchState.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Button } from '#client/ui/Button.tsx';
import { saveFile } from '#client/ui/save-file.ts';

/** All entries as a file that organisers keep or pass on. */
export function FilesPage(): ReactNode {
  const calls = useCalls();
  const fetching = useMutation({
    mutationFn: () => calls.download('/entries.csv'),
    onSuccess: (bytes) => saveFile(bytes, 'entries.csv'),
  });
  return (
    <section className="stack-8 one-column" aria-labelledby="files-entries">
      <h2 id="files-entries" className="heading">
        Everything as CSV
      </h2>
      <p>
        All entries with their places, times and splits. The file contains dates of birth: pass on
        only the columns that a federation or a club needs.
      </p>
      <div className="row">
        <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
          Download
        </Button>
      </div>
      <Failure error={fetching.error} />
    </section>
  );
}
