import {
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useCalls } from '../session/use-session.ts';

export interface UploadPlan<Sent, Answer> extends Pick<
  UseMutationOptions<Answer, Error, Sent>,
  'onSuccess' | 'onError'
> {
  readonly path: string;
  readonly toForm: (sent: Sent) => FormData;
  readonly read: (text: string) => Answer;
}

export type Upload<Sent, Answer> = UseMutationResult<Answer, Error, Sent> & {
  /** The uploaded share, from 0 to 1. */
  readonly share: number;
  /** Cancels it; a file already received in full may still be accepted. */
  readonly cancel: () => void;
};

/** Sends files to one address. A new upload replaces one in progress; leaving the screen cancels it. */
export function useUpload<Sent, Answer>(plan: UploadPlan<Sent, Answer>): Upload<Sent, Answer> {
  const { path, toForm, read, ...reactions } = plan;
  const calls = useCalls();
  const [share, setShare] = useState(0);
  const last = useRef<AbortController>(undefined);
  useEffect(() => () => last.current?.abort(), []);
  const mutation = useMutation({
    ...reactions,
    mutationFn: async (sent: Sent) => {
      last.current?.abort();
      const aborter = new AbortController();
      last.current = aborter;
      setShare(0);
      const text = await calls.upload({
        path,
        form: toForm(sent),
        signal: aborter.signal,
        onProgress: (share) => {
          if (last.current === aborter) setShare(share);
        },
      });
      return read(text);
    },
  });
  const cancel = (): void => {
    last.current?.abort();
    mutation.reset();
  };
  return { ...mutation, share, cancel };
}
