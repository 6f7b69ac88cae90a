import {
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useCalls } from '../session/use-session.ts';

export interface UploadPlan<Sent, Answer> extends Pick<
  UseMutationOptions<Answer, Error, Sent>,
  'onSuccess' | 'onError'
> {
  readonly path: string;
  readonly toForm: (sent: Sent) => FormData;
  readonly read: (text: string) => Answer;
}

/** Sends files to one address. A new upload replaces one in progress; leaving the screen cancels it. */
export function useUpload<Sent, Answer>(
  plan: UploadPlan<Sent, Answer>,
): UseMutationResult<Answer, Error, Sent> {
  const { path, toForm, read, ...reactions } = plan;
  const calls = useCalls();
  const last = useRef<AbortController>(undefined);
  useEffect(() => () => last.current?.abort(), []);
  return useMutation({
    ...reactions,
    mutationFn: async (sent: Sent) => {
      last.current?.abort();
      const aborter = new AbortController();
      last.current = aborter;
      const form = toForm(sent);
      await checkFiles(form);
      return read(await calls.upload({ path, form, signal: aborter.signal }));
    },
  });
}

/** Rejects for a file that was changed or removed since it was chosen: browsers refuse to send it, as without a network. */
async function checkFiles(form: FormData): Promise<void> {
  for (const value of form.values()) {
    if (typeof value === 'string') continue;
    try {
      await value.slice(0, 1).arrayBuffer();
    } catch (cause) {
      throw new Error('The file was changed or removed since it was chosen. Choose it again.', {
        cause,
      });
    }
  }
}
