import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type {
  BackupEntry,
  RecordCounts,
  RestorePreview,
  RestoreReply,
} from '#shared/wire/import-api.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { Failure } from '#client/organisers/calls/FetchState.tsx';
import { useRaceDay } from '#client/organisers/lists/race-clock.tsx';
import { formatSecond } from '#client/organisers/reads/describe-read.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { countOf, listOf } from '#client/organisers/texts/count-words.ts';

export interface RestoreDialogProps {
  readonly backup: BackupEntry;
  readonly onRestored: (done: RestoreReply) => void;
  readonly onClose: () => void;
}

export function RestoreDialog({ backup, onRestored, onClose }: RestoreDialogProps): ReactNode {
  const calls = useCalls();
  const day = useRaceDay();
  const path = `/backups/${backup.backupId}`;
  const preview = useQuery({
    queryKey: ['backups', backup.backupId],
    queryFn: () => calls.get<RestorePreview>(path),
    gcTime: 0,
  });
  const restore = useMutation({
    mutationFn: () => calls.send<RestoreReply>('POST', `${path}/restore`),
    onSuccess: onRestored,
  });

  return (
    <ConfirmDialog
      title={`Restore the backup of ${formatSecond(Date.parse(backup.at), day)}?`}
      confirmLabel="Restore"
      kind="danger"
      isReady={preview.data !== undefined}
      isBusy={restore.isPending}
      onConfirm={() => restore.mutate()}
      onCancel={onClose}
    >
      <Failure error={restore.error ?? preview.error} />
      {preview.data ? <Change preview={preview.data} /> : <output>Loading...</output>}
      {preview.data?.shownAgain ? (
        <Banner kind="alert">
          {countOf(preview.data.shownAgain, 'runner')} asked to be private since the backup.
          Restoring it would show their names to the public.
        </Banner>
      ) : null}
      {preview.data?.goneDistances.length ? (
        <Banner kind="alert">
          Race setup lacks distances of the backup: {listOf(preview.data.goneDistances)}. Their
          runners would have no results until you add them again, with the same codes.
        </Banner>
      ) : null}
      <p className="text-m muted">
        The current data is backed up first, so this can be undone. Settings, pictures and accounts
        stay.
      </p>
    </ConfirmDialog>
  );
}

function Change({ preview: { now, after, scansKept } }: { preview: RestorePreview }): ReactNode {
  return (
    <dl className="m-0 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-1 [&_dd]:m-0 [&_dd]:font-strong">
      <dt className="muted">Now</dt>
      <dd>{describeCounts(now)}</dd>
      <dt className="muted">After</dt>
      <dd>{describeCounts(after)}</dd>
      {scansKept === 0 ? null : (
        <>
          <dt className="muted">Kept</dt>
          <dd>{countOf(scansKept, 'scan')} received since the backup</dd>
        </>
      )}
    </dl>
  );
}

function describeCounts({ runners, scans }: RecordCounts): string {
  return `${countOf(runners, 'runner')} and ${countOf(scans, 'scan')}`;
}
