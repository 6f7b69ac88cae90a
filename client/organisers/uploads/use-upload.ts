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
      return read(await calls.upload({ path, form: toForm(sent), signal: aborter.signal }));
    },
  });
}
