import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { ImportMapping, ImportMode, ImportPreview } from '#shared/wire/import-api.ts';

import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { useUpload } from '#client/organisers/uploads/use-upload.ts';
import { backupsQuery } from './Backups.tsx';

/** A file, and how to read what its own words do not say. */
interface MappedFile {
  readonly file: File;
  readonly mode: ImportMode;
  /** Undefined at the first look. */
  readonly mapping: ImportMapping | undefined;
}

/** The import request; `confirm` is the number of scans that may be replaced. */
interface ConfirmedFile extends MappedFile {
  readonly confirm: string;
}

export interface ImportPlan {
  /** How to read a file with these columns, when that is known before anybody made a choice for it. */
  readonly chooseFor: (columns: ImportPreview['columns']) => ImportMapping | undefined;
  readonly onDone: () => void;
}

export interface Import {
  /** The contents of the file and what it would replace, once the server has read it. */
  readonly preview: ImportPreview | undefined;
  /** Whether the preview belongs to the latest request. */
  readonly isCurrent: boolean;
  /** The step in progress, and the share of the file that is uploaded (0 to 1). */
  readonly busy: { readonly kind: 'checking' | 'writing'; readonly share: number } | undefined;
  readonly problem: string | undefined;
  /** The server's answer to the import, line by line. */
  readonly done: readonly string[] | undefined;
  /** Looks at a file for the first time. */
  readonly check: (sent: Omit<MappedFile, 'mapping'>) => void;
  /** Looks at the same file again, with other choices. */
  readonly checkAgain: (mapped: MappedFile) => void;
  readonly write: (sent: ConfirmedFile) => void;
  readonly cancel: () => void;
}

export function useImport({ chooseFor, onDone }: ImportPlan): Import {
  const queries = useQueryClient();
  const calls = useCalls();
  const [preview, setPreview] = useState<ImportPreview>();
  const looking = useUpload<MappedFile, ImportPreview>({
    path: '/upload/preview',
    toForm,
    read: (text) => JSON.parse(text) as ImportPreview,
    onSuccess: (seen, { file, mode, mapping: sent }) => {
      const mapping = sent ? undefined : chooseFor(seen.columns);
      if (!mapping) setPreview(seen);
      // When the second look fails, the first one shows what there is to choose from.
      else looking.mutate({ file, mode, mapping }, { onError: () => setPreview(seen) });
    },
  });
  const writing = useUpload<ConfirmedFile, string>({
    path: '/upload',
    toForm,
    read: (text) => text,
    onSuccess: async () => {
      looking.reset();
      setPreview(undefined);
      await queries.invalidateQueries({ queryKey: backupsQuery(calls).queryKey });
    },
    onError: (error, { file, mode, mapping }) => {
      // There is more to replace than was agreed to, or the settings now read the file differently.
      if (error instanceof CallError && (error.status === 409 || error.status === 400)) {
        looking.mutate({ file, mode, mapping });
      }
    },
  });

  return {
    preview,
    isCurrent: looking.data !== undefined,
    busy: findBusy(looking, writing),
    problem: findProblem(looking.error ?? writing.error),
    done: writing.data?.split('\n'),
    check(sent) {
      writing.reset();
      setPreview(undefined);
      looking.mutate({ ...sent, mapping: undefined });
    },
    checkAgain(mapped) {
      writing.reset();
      looking.mutate(mapped);
    },
    write(sent) {
      writing.mutate(sent, { onSuccess: onDone });
    },
    cancel() {
      (writing.isPending ? writing : looking).cancel();
    },
  };
}

interface UnderWay {
  readonly isPending: boolean;
  readonly share: number;
}

function findBusy(looking: UnderWay, writing: UnderWay): Import['busy'] {
  if (writing.isPending) return { kind: 'writing', share: writing.share };
  return looking.isPending ? { kind: 'checking', share: looking.share } : undefined;
}

function findProblem(error: Error | null): string | undefined {
  if (error === null) return undefined;
  const isUnreachable = error instanceof CallError && error.status === undefined;
  return isUnreachable ? 'Error uploading the file. Please try again.' : messageOf(error);
}

/** The texts come before the file, so that the server has them when the file arrives. */
function toForm({ file, mode, mapping, confirm }: MappedFile & Partial<ConfirmedFile>): FormData {
  const form = new FormData();
  if (confirm !== undefined) form.append('confirm', confirm);
  if (mode !== 'replace') form.append('mode', mode);
  if (mapping !== undefined) form.append('mapping', JSON.stringify(mapping));
  form.append('file', file);
  return form;
}
