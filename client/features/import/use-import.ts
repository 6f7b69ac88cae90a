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
  readonly mapping: ImportMapping;
}

interface ConfirmedFile extends MappedFile {
  /** The number of scans that may be replaced, or of runners that may drop out of the results. */
  readonly confirm: string;
}

/** Previews a file on the server, and imports it. */
export function useImport(onDone: () => void) {
  const queries = useQueryClient();
  const calls = useCalls();
  const [preview, setPreview] = useState<ImportPreview>();
  const checking = useUpload<MappedFile, ImportPreview>({
    path: '/upload/preview',
    toForm,
    read: (text) => JSON.parse(text) as ImportPreview,
    onSuccess: setPreview,
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
    check: (sent: MappedFile): void => {
      writing.reset();
      // Of the same file with other choices, the present preview stays until the next.
      if (sent.file !== checking.variables?.file) setPreview(undefined);
      checking.mutate(sent);
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
  form.append('mapping', JSON.stringify(mapping));
  form.append('file', file);
  return form;
}
