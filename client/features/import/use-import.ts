import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { ImportMapping, ImportMode, ImportPreview } from '#shared/wire/import-api.ts';

import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { useUpload } from '#client/organisers/uploads/use-upload.ts';
import { backupsQuery } from './Backups.tsx';

interface MappedFile {
  readonly file: File;
  /** Undefined for the usual one of the race. */
  readonly mode: ImportMode | undefined;
  /** Undefined for the first preview of a file. */
  readonly mapping: ImportMapping | undefined;
}

interface ConfirmedFile extends MappedFile {
  /** The number of scans that may be replaced, or of runners that may drop out of the results. */
  readonly confirm: string;
}

export interface ImportPlan {
  /** Choices for a file with these columns that were made for an earlier file. */
  readonly chooseFor: (columns: ImportPreview['columns']) => ImportMapping | undefined;
  readonly onDone: () => void;
}

/** Previews a file on the server, and imports it. */
export function useImport({ chooseFor, onDone }: ImportPlan) {
  const queries = useQueryClient();
  const calls = useCalls();
  const [preview, setPreview] = useState<ImportPreview>();
  const checking = useUpload<MappedFile, ImportPreview>({
    path: '/upload/preview',
    toForm,
    read: (text) => JSON.parse(text) as ImportPreview,
    onSuccess: (seen, { file, mode, mapping: sent }) => {
      const mapping = sent ? undefined : chooseFor(seen.columns);
      if (!mapping) setPreview(seen);
      // If the second preview fails, the first one shows what there is to choose from.
      else checking.mutate({ file, mode, mapping }, { onError: () => setPreview(seen) });
    },
  });
  const writing = useUpload<ConfirmedFile, string>({
    path: '/upload',
    toForm,
    read: (text) => text,
    onSuccess: async () => {
      checking.reset();
      setPreview(undefined);
      await queries.invalidateQueries({ queryKey: backupsQuery(calls).queryKey });
    },
    onError: (error, { file, mode, mapping }) => {
      // There is more to replace than was confirmed, or the settings now read the file differently.
      if (error instanceof CallError && (error.status === 409 || error.status === 400)) {
        checking.mutate({ file, mode, mapping });
      }
    },
  });

  return {
    preview,
    /** Whether the preview belongs to the latest request. */
    isCurrent: checking.data !== undefined,
    /** The upload in progress. */
    busy: writing.isPending
      ? ('writing' as const)
      : checking.isPending
        ? ('checking' as const)
        : undefined,
    problem: describeProblem(checking.error ?? writing.error),
    /** The server's answer to the import, line by line. */
    done: writing.data?.split('\n'),
    check: (sent: Omit<MappedFile, 'mapping'>): void => {
      writing.reset();
      setPreview(undefined);
      checking.mutate({ ...sent, mapping: undefined });
    },
    /** Previews the same file with other choices. */
    checkAgain: (mapped: MappedFile): void => {
      writing.reset();
      checking.mutate(mapped);
    },
    write: (sent: ConfirmedFile): void => writing.mutate(sent, { onSuccess: onDone }),
  };
}

function describeProblem(error: Error | null): string | undefined {
  if (error === null) return undefined;
  const isUnreachable = error instanceof CallError && error.status === undefined;
  return isUnreachable ? 'Error uploading the file. Please try again.' : messageOf(error);
}

/** The file comes last, so that the server has the texts when it arrives. */
function toForm({ file, mode, mapping, confirm }: MappedFile & Partial<ConfirmedFile>): FormData {
  const form = new FormData();
  if (confirm !== undefined) form.append('confirm', confirm);
  if (mode !== undefined) form.append('mode', mode);
  if (mapping !== undefined) form.append('mapping', JSON.stringify(mapping));
  form.append('file', file);
  return form;
}
