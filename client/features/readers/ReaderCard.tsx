import { type ReactNode, useState } from 'react';
import {
  type ListedReader,
  MAX_READS_FILE,
  READER_KINDS,
  type ReadersBody,
} from '#shared/wire/readers-api.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { Failure } from '#client/organisers/calls/FetchState.tsx';
import {
  describeClock,
  describePace,
  type SourceState,
} from '#client/organisers/reads/list-sources.ts';
import { shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { describePoint, describeTime } from '#client/organisers/runners/describe-last-seen.ts';
import { FilePicker } from '#client/organisers/uploads/FilePicker.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { Link } from '#client/ui/Link.tsx';
import { findCallPath, useReaderCall } from './reader-calls.ts';
import { ReaderDialog, spellCommand } from './ReaderDialog.tsx';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { readSetup } from '#shared/model/race-setup.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { countOf, listOf } from '#client/organisers/texts/count-words.ts';
import { describeSpan } from '#client/organisers/texts/start-text.ts';
import type { RaceClock } from '#client/organisers/lists/race-clock.tsx';

const TONES: Readonly<Record<string, string>> = { running: 'tone-done', waiting: 'tone-alert' };
const STATES = {
  running: 'Running',
  waiting: 'Starting again',
  stopping: 'Stopping',
  off: 'Stopped',
} as const;

export interface ReaderCardProps {
  readonly listed: ListedReader;
  readonly source: SourceState | undefined;
  readonly clock: RaceClock;
  readonly networks: readonly string[];
}

export function ReaderCard({ listed, source, clock, networks }: ReaderCardProps): ReactNode {
  const { reader, isOn, rev, file, isHere, lines } = listed;
  const { mutate, mutateAsync, error, isPending } = useReaderCall();
  // As the form was opened: with this `rev`, a later change by somebody else is not overwritten.
  const [changing, setChanging] = useState<Pick<ListedReader, 'isOn' | 'rev'>>();
  const [isRemoving, setIsRemoving] = useState(false);
  const { config, nowMs, today } = clock;
  const { source: name } = reader;
  const shown = describeState(listed, source, clock);
  const turn = isOn ? 'Stop' : 'Start';
  return (
    <li className="framed stack-6 one-column px-4 py-3.5">
      <div className="row between">
        <div className="row shrinks">
          <h2 className="text-l bold anywhere">
            <Link
              className="link"
              to={`${ORGANISERS_SCREENS.reads}?${new URLSearchParams({ source: name })}`}
            >
              {name}
            </Link>
          </h2>
          <span className={`tag anywhere text-s semibold ${shown.tone}`}>{shown.text}</span>
        </div>
        <div className="flow">
          {reader.input === 'file' && !file ? null : (
            <Button
              aria-label={`${turn} ${name}`}
              isBusy={isPending}
              onClick={() =>
                mutate((calls) => calls.send('PUT', '/scanners', { reader, isOn: !isOn, rev }))
              }
            >
              {turn}
            </Button>
          )}
          <Button aria-label={`Change ${name}`} onClick={() => setChanging({ isOn, rev })}>
            Change
          </Button>
          <Button aria-label={`Remove ${name}`} onClick={() => setIsRemoving(true)}>
            Remove
          </Button>
        </div>
      </div>
      {changing || isRemoving ? null : <Failure error={error} />}
      <p className="anywhere">{describeReader(listed, config)}</p>
      <p className={`anywhere ${source?.clock?.isSure ? 'font-strong text-alert' : ''}`}>
        {describeFacts(listed, source, nowMs)}
      </p>
      {reader.input === 'file' && isHere ? <GiveFile source={name} /> : null}
      <details>
        <summary className="touch clickable content-center">Last lines and command</summary>
        <ol className="plain-list anywhere max-h-[18rem] overflow-y-auto text-s">
          {lines.map(({ atMs, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two of one moment may be equal
            <li key={index}>
              <span className="muted">{describeTime(atMs, config.timeZone, today)}</span> {text}
            </li>
          ))}
          {lines.length === 0 ? <li className="muted">Nothing yet.</li> : null}
        </ol>
        <code className="secret col-span-full block px-2.5 py-2 text-s font-regular">
          {spellCommand(reader)}
        </code>
      </details>
      {changing ? (
        <ReaderDialog
          title={`Change ${name}`}
          confirmLabel="Save"
          values={reader}
          config={config}
          networks={networks}
          isNamed
          onSave={(changed) =>
            mutateAsync((calls) => calls.send('PUT', '/scanners', { ...changing, reader: changed }))
          }
          onClose={() => setChanging(undefined)}
        />
      ) : null}
      {isRemoving ? (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirmLabel="Remove"
          kind="danger"
          isBusy={isPending}
          onConfirm={() => mutate((calls) => calls.send('POST', findCallPath(name, 'remove')))}
          onCancel={() => setIsRemoving(false)}
        >
          <p>It stops. Its reads stay in the race and in its journal.</p>
          <Failure error={error} />
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

function GiveFile({ source }: { readonly source: string }): ReactNode {
  const [file, setFile] = useState<File>();
  const { mutate, error, isPending } = useReaderCall();
  const give = (chosen: File): void => {
    const form = new FormData();
    form.set('name', chosen.name.slice(0, 100));
    form.set('file', chosen);
    const upload = { path: findCallPath(source, 'file'), form };
    mutate(async (calls) => JSON.parse(await calls.upload(upload)) as ReadersBody, {
      onSuccess: () => setFile(undefined),
    });
  };
  return (
    <div className="stack-8">
      <FilePicker
        label={`File of ${source}`}
        hint="It is read at once. Each read counts once, even if you upload the file again."
        accept=".csv,.txt,.log,.json,.ndjson,.dat"
        maxBytes={MAX_READS_FILE}
        file={file}
        onChoose={setFile}
        isDisabled={isPending}
      />
      <Failure error={error} />
      <div>
        <Button disabled={!file} isBusy={isPending} onClick={() => file && give(file)}>
          Read this file
        </Button>
      </div>
    </div>
  );
}

function describeState(
  { isHere, hostName, state }: ListedReader,
  source: SourceState | undefined,
  clock: RaceClock,
): { readonly text: string; readonly tone: string } {
  const { awaySinceMs, isAwaited } = source?.connection ?? {};
  const isRunning = !isHere || state === 'running';
  if (isRunning && awaySinceMs !== undefined)
    return { text: `Not connected since ${shortTime(awaySinceMs, clock)}`, tone: 'tone-alert' };
  if (!isHere) return { text: `On ${hostName}`, tone: 'bg-raised' };
  if (isRunning && isAwaited) return { text: 'Waiting for the reader', tone: 'bg-raised' };
  return { text: STATES[state], tone: TONES[state] ?? 'bg-raised' };
}

/** `ChronoTrack · backup · Finish · listens on port 10000 for 192.168.1.20`. */
function describeReader({ reader, file }: ListedReader, config: RaceConfig): string {
  const { source, kind, points, zone, input, host, port, allow } = reader;
  const isBackup = readSetup(config.setup)?.points.some(
    ({ id, sources = [] }) =>
      points.includes(id) && sources.some((one) => one.source === source && one.line === 'backup'),
  );
  const inputs = {
    connect: `connects to ${host}:${port}`,
    listen: `listens on port ${port} for ${allow.replaceAll(',', ', ')}`,
    file: file ? `reads the file ${file.name}` : 'reads a file, none uploaded yet',
  };
  return join(
    kind === 'guess' ? '' : READER_KINDS[kind],
    isBackup && 'backup',
    listOf(points.map((point) => describePoint(point, config))),
    zone && `clock in ${zone}`,
    inputs[input],
  );
}

/** `Last read 12 s ago · 3 reads a minute · clock ok`. */
function describeFacts(
  { counts }: ListedReader,
  source: SourceState | undefined,
  nowMs: EpochMs,
): string {
  const { lastMs, perMinute } = source ?? {};
  const isRead = lastMs !== undefined;
  return join(
    isRead && `Last read ${describeSpan(Math.max(0, nowMs - lastMs))} ago`,
    // A read is listed some seconds after the scanner counted it.
    !isRead && !counts?.reads && 'No read yet',
    perMinute !== undefined && `${describePace(perMinute)} reads a minute`,
    source && `clock ${describeClock(source)}`,
    counts && `${countOf(counts.reads, 'read')} since it started`,
    counts && counts.bad > 0 && `bad lines: ${counts.bad}`,
    counts && counts.unsent > 0 && `waiting to be stored: ${counts.unsent}`,
  );
}

function join(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
