import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Failure } from '#client/organisers/calls/FetchState.tsx';
import { useCopy } from '#client/organisers/session/use-copy.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Button } from '#client/ui/Button.tsx';
import { EMBED_PARAM } from '#client/ui/kept-params.ts';
import { saveFile } from '#client/ui/save-file.ts';

/** Files that organisers keep or pass on. */
export function FilesPage(): ReactNode {
  return (
    <div className="stack-14 one-column">
      <Entries />
      <Embedding />
    </div>
  );
}

function Entries(): ReactNode {
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

function Embedding(): ReactNode {
  const address = new URL(`/?${EMBED_PARAM}`, location.href).href;
  const frame = `<iframe src="${address}" title="Live results" style="width:100%;height:90vh;border:0"></iframe>`;
  const { shown, copy, note } = useCopy(frame);
  return (
    <section className="stack-8 one-column" aria-labelledby="files-embed">
      <h2 id="files-embed" className="heading">
        On your own website
      </h2>
      <p>Paste this line into the page where the live results should appear.</p>
      <code ref={shown} className="framed anywhere px-3.5 py-2">
        {frame}
      </code>
      <div className="row">
        <Button onClick={() => void copy()}>Copy</Button>
        <output>{note}</output>
      </div>
    </section>
  );
}
