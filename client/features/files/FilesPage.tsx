import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';

import {
  type ExportsBody,
  type FileProblem,
  findFilePath,
  type OfferedFile,
  type ResultFile,
} from '#shared/wire/exports-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { copyText } from '#client/organisers/session/copy-text.ts';
import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EMBED_PARAM } from '#client/ui/kept-params.ts';
import { saveFile } from '#client/ui/save-file.ts';

const NAMES: Readonly<Record<ResultFile, string>> = {
  'all.xlsx': 'Everything we know, workbook',
  'all.csv': 'Everything we know, CSV',
  'itra.xlsx': 'ITRA, workbook',
  'runbritain.xlsx': 'runbritain, workbook',
  'runbritain.csv': 'runbritain, CSV',
  'ultrasignup.csv': 'UltraSignup, CSV',
  'iof.xml': 'IOF XML 3.0, result list',
};

type Event = ExportsBody['events'][number];

/** The result files that organisers send or keep, and the problems of each. */
export function FilesPage(): ReactNode {
  const calls = useCalls();
  const query = useQuery({
    queryKey: ['exports'],
    queryFn: () => calls.get<ExportsBody>('/exports'),
  });
  return (
    <div className="stack-14 one-column">
      <p className="muted">
        These files contain dates of birth: pass each one only to its federation. Enter missing
        details on Registration, or import a file that adds to the entries.
      </p>
      <FetchState what="The files" queries={[query]} />
      {query.data?.events.map((event) => (
        <Distance key={event.event} event={event} />
      ))}
      <Embedding />
    </div>
  );
}

function Embedding(): ReactNode {
  const code = useRef<HTMLElement>(null);
  const [isCopied, setIsCopied] = useState<boolean>();
  const address = new URL(`/?${EMBED_PARAM}`, location.href).href;
  const frame = `<iframe src="${address}" title="Live results" style="width:100%;height:90vh;border:0"></iframe>`;
  return (
    <section className="stack-8 one-column" aria-labelledby="files-embed">
      <h2 id="files-embed" className="heading">
        On your own website
      </h2>
      <p>Paste this line into the page where the live results should appear.</p>
      <code ref={code} className="framed anywhere px-3.5 py-2">
        {frame}
      </code>
      <div className="row">
        <Button
          onClick={() => {
            void copyText(frame, code.current ?? document.body).then(setIsCopied);
          }}
        >
          Copy
        </Button>
        <output>
          {isCopied === undefined ? '' : isCopied ? 'Copied.' : 'Press Ctrl+C to copy.'}
        </output>
      </div>
    </section>
  );
}

function Distance({ event: { event, label, files } }: { readonly event: Event }): ReactNode {
  return (
    <section className="stack-8 one-column" aria-labelledby={`files-${event}`}>
      <h2 id={`files-${event}`} className="heading anywhere">
        {label}
      </h2>
      <ul className="plain-list framed lined anywhere">
        {files.map((file) => (
          <FileLine key={file.file} event={event} offered={file} label={label} />
        ))}
      </ul>
    </section>
  );
}

interface FileLineProps {
  readonly event: Event['event'];
  readonly label: string;
  readonly offered: OfferedFile;
}

function FileLine({ event, label, offered: { file, rows, problems } }: FileLineProps): ReactNode {
  const calls = useCalls();
  const fetching = useMutation({
    mutationFn: () => calls.download(findFilePath(event, file)),
    onSuccess: (bytes) => saveFile(bytes, file.replace('.', `-${event}.`)),
  });
  return (
    <li className="stack-6 one-column px-3.5 py-2">
      <div className="row between">
        <p>
          <span className="semibold">{NAMES[file]}</span>{' '}
          <span className="muted">{countOf(rows, 'runner')}</span>
        </p>
        <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
          Download{' '}
          <span className="visually-hidden">
            {NAMES[file]}, {label}
          </span>
        </Button>
      </div>
      {fetching.error ? <Banner kind="alert">{messageOf(fetching.error)}</Banner> : null}
      {problems.length > 0 ? (
        <ul className="plain-list text-m">
          {problems.map((problem) => (
            <Problem key={problem.text} problem={problem} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Problem({ problem: { text, who, more } }: { readonly problem: FileProblem }): ReactNode {
  if (who.length === 0) return <li>{text}</li>;
  return (
    <li>
      <details>
        <summary className="touch clickable py-[11px]">{text}</summary>
        <div>
          {who.join(', ')}
          {more > 0 ? ` and ${more} more` : ''}
        </div>
      </details>
    </li>
  );
}
