import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';

import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { ReaderForm as Reader, ReadersBody } from '#shared/wire/readers-api.ts';
import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { type FetchedConfig, useConfig } from '#client/organisers/config/fetched-config.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { listSources } from '#client/organisers/reads/list-sources.ts';
import { readSources } from '#client/organisers/reads/reads-calls.ts';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ReaderCard } from './ReaderCard.tsx';
import { ReaderDialog } from './ReaderDialog.tsx';
import { useReaderCall, useReaders } from './reader-calls.ts';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';

/** The readers of the race, to be added, started and watched, and the command that starts one elsewhere. */
export function ReadersPage(): ReactNode {
  const query = useReaders();
  const { data } = query;
  const settings = useConfig();
  const { data: config } = settings;
  return (
    <div className="stack-14 one-column">
      <FetchState what="The readers" queries={data ? [settings, query] : [query, settings]} />
      {data && config ? <ReadersShown body={data} config={config} /> : null}
    </div>
  );
}

interface ReadersShownProps {
  readonly body: ReadersBody;
  readonly config: FetchedConfig;
}

function ReadersShown({ body, config }: ReadersShownProps): ReactNode {
  const { runs, readers, networks } = body;
  const calls = useCalls();
  const refetchInterval = useSession().kind === 'signed-in' && ADMIN_POLL_MS;
  const { missing } = useLists();
  const { data: read } = useQuery({ ...readSources(calls), refetchInterval });
  const sources = useMemo(
    () => (read ? listSources(read.sources, missing?.notices ?? [], read.rightClocks) : []),
    [read, missing],
  );
  const clock = useRaceClock();
  const { mutateAsync } = useReaderCall();
  const [adding, setAdding] = useState<Reader>();
  const add = (reader: Reader): Promise<ReadersBody> => {
    const isOn = reader.input !== 'file';
    return mutateAsync((to) => to.send('PUT', '/scanners', { reader, isOn, rev: 0 }));
  };
  return (
    <>
      {runs ? (
        <p className="muted">
          The computer running Splitcast receives the reads from the readers you add here, and
          restarts any that stop.
        </p>
      ) : (
        <Banner kind="notice">
          This service does not run readers. Run the command of each in the folder of Splitcast on a
          computer that reaches both the reader and the Redis of the race.
        </Banner>
      )}
      <ul className="plain-list stack-12 one-column">
        {readers.map((listed) => (
          <ReaderCard
            key={listed.reader.source}
            listed={listed}
            source={sources.find(({ source }) => source === listed.reader.source)}
            clock={clock}
            networks={networks}
          />
        ))}
      </ul>
      <div>
        <Button kind="main" onClick={() => setAdding(beginReader(body))}>
          {runs ? 'Add a reader…' : 'Command for a reader…'}
        </Button>
      </div>
      {adding ? (
        <ReaderDialog
          title={runs ? 'Add a reader' : 'Command for a reader'}
          confirmLabel={runs ? 'Add reader' : 'Copy the command'}
          values={adding}
          config={config}
          networks={networks}
          {...(runs ? { onSave: add } : {})}
          onClose={() => setAdding(undefined)}
        />
      ) : null}
    </>
  );
}

const FIRST_PORT = 10_000;

function beginReader({ networks, readers }: ReadersBody): Reader {
  const taken = new Set(readers.map(({ reader }) => reader.port));
  let port = FIRST_PORT;
  while (taken.has(port)) port += 1;
  const none = { source: '', host: '', zone: '', points: [] };
  return { ...none, kind: 'guess', input: 'listen', port, allow: networks.join(',') };
}
