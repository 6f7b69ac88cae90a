import { useQueryClient } from '@tanstack/react-query';

import type { ImportPreview } from '#shared/wire/admin-api.ts';

import { CallError, messageOf } from '../../organisers/calls/call-error.ts';
import { useCalls } from '../../organisers/session/use-session.ts';
import { useUpload } from '../../organisers/uploads/use-upload.ts';
import { readBackups } from './read-backups.ts';

/** What is sent to be imported; `confirm` is the number of scans that may be replaced. */
interface ConfirmedFile {
  readonly file: File;
  readonly confirm: string;
}

/** An import from the look at the file to the answer of the server. */
export interface Import {
  /** What the file holds and what it would replace, once the server has looked at it. */
  readonly preview: ImportPreview | undefined;
  /** What is under way, and how much of the file has left the browser (0 to 1). */
  readonly busy: { readonly kind: 'checking' | 'writing'; readonly share: number } | undefined;
  /** Why the last look or import failed. */
  readonly problem: string | undefined;
  /** What the server said of the import that was done, line by line. */
  readonly done: readonly string[] | undefined;
  readonly check: (file: File) => void;
  readonly write: (sent: ConfirmedFile) => void;
}

/** Looks at files and imports them; `onDone` is told after each import that was done. */
export function useImport(onDone: () => void): Import {
  const queries = useQueryClient();
  const calls = useCalls();
  const looking = useUpload<File, ImportPreview>({
    path: '/upload/preview',
    toForm: (file) => toForm({ file }),
    read: (text) => JSON.parse(text) as ImportPreview,
  });
  const writing = useUpload<ConfirmedFile, string>({
    path: '/upload',
    toForm: ({ file, confirm }) => toForm({ confirm, file }),
    read: (text) => text,
    onSuccess: async () => {
      looking.reset();
      await queries.invalidateQueries({ queryKey: readBackups(calls).queryKey });
    },
    onError: (error, { file }) => {
      // There is more to replace than was agreed to, or the settings read the file otherwise now.
      if (error instanceof CallError && (error.status === 409 || error.status === 400)) {
        looking.mutate(file);
      }
    },
  });

  return {
    preview: looking.data,
    busy: findBusy(looking, writing),
    problem: findProblem(looking.error ?? writing.error),
    done: writing.data?.split('\n'),
    check(file) {
      writing.reset();
      looking.mutate(file);
    },
    write(sent) {
      writing.mutate(sent, { onSuccess: onDone });
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

function toForm(parts: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  return form;
}
