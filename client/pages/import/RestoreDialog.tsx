import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import type {
  BackupEntry,
  RecordCounts,
  RestoreBody,
  RestoreReply,
} from '#shared/wire/admin-api.ts';

import { Banner } from '../../components/Banner.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { CallError, messageOf } from '../../organisers/calls/call-error.ts';
import { useCalls } from '../../organisers/session/use-session.ts';
import { checkTyped } from './check-typed.ts';
import { ConfirmScans } from './ConfirmScans.tsx';
import { countOf } from './count-words.ts';
import { formatMoment } from './describe-backup.ts';
import styles from './Backups.module.css';

export interface RestoreDialogProps {
  readonly backup: BackupEntry;
  readonly onRestored: (backup: BackupEntry) => void;
  readonly onClose: () => void;
}

/** Says what a restore replaces by what, and does it. */
export function RestoreDialog({ backup, onRestored, onClose }: RestoreDialogProps): ReactNode {
  const calls = useCalls();
  const present = useQuery({
    queryKey: ['backups', 'present'],
    queryFn: () => calls.get<RecordCounts>('/backups/present'),
    gcTime: 0,
  });
  const restore = useMutation({
    mutationFn: (confirm: string) =>
      calls.send<RestoreReply>('POST', `/backups/${backup.backupId}/restore`, {
        confirm,
      } satisfies RestoreBody),
    onSuccess: ({ restored }) => {
      onRestored(restored);
    },
    onError: async (error) => {
      // More scans came in than was agreed to: the new number is asked for.
      if (error instanceof CallError && error.status === 409) await present.refetch();
    },
  });
  const form = useForm<{ readonly confirm: string }>({ shouldUnregister: true });
  const scans = present.data?.scans;
  const error = restore.error ?? present.error;

  const submit = (): void => {
    if (scans === undefined) return;
    restore.mutate(String(scans));
  };

  return (
    <ConfirmDialog
      title={`Restore the backup of ${formatMoment(backup.at)}?`}
      confirmLabel="Restore"
      kind="danger"
      isReady={scans !== undefined}
      isBusy={restore.isPending}
      onConfirm={() => void form.handleSubmit(submit)()}
      onCancel={onClose}
    >
      {error ? <Banner kind="alert">{messageOf(error)}</Banner> : null}
      {present.data ? (
        <dl className={styles.change}>
          <dt>Now</dt>
          <dd>{describeCounts(present.data)}</dd>
          <dt>Replaced by</dt>
          <dd>{describeCounts(backup)}</dd>
        </dl>
      ) : (
        <output>Loading...</output>
      )}
      <p className={styles.note}>
        What is there now becomes a backup itself, so this can be undone. Settings, pictures and
        accounts stay.
      </p>
      {scans !== undefined && scans > 0 ? (
        <ConfirmScans
          key={scans}
          scans={scans}
          field={form.register('confirm', { validate: (typed) => checkTyped(typed, scans) })}
          error={form.formState.errors.confirm?.message}
        />
      ) : null}
    </ConfirmDialog>
  );
}

function describeCounts({ runners, scans }: RecordCounts): string {
  return `${countOf(runners, 'runner')} and ${countOf(scans, 'scan')}`;
}
