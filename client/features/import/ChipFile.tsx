import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { MAX_CHIP_FILE_BYTES } from '#shared/model/chip-table.ts';
import type { ChipsReply } from '#shared/wire/missing-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { FilePicker } from '#client/organisers/uploads/FilePicker.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ChipList, readChips } from './ChipList.tsx';

/** The chip table: a file of lines code,band that is added to it, and what it holds. */
export function ChipFile(): ReactNode {
  const calls = useCalls();
  const [file, setFile] = useState<File>();
  const queries = useQueryClient();
  const [done, setDone] = useState<string>();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (chosen: File) =>
      calls.send<ChipsReply>('POST', '/chips', { text: await chosen.text() }),
    onSuccess: ({ message }) => {
      setFile(undefined);
      setDone(message);
      void queries.invalidateQueries({ queryKey: readChips(calls).queryKey });
    },
  });
  return (
    <section className="stack-10 mt-[22px]" aria-labelledby="chips">
      <h2 id="chips" className="bold text-title-m">
        Chips
      </h2>
      {done === undefined ? null : <Banner kind="done">{done}</Banner>}
      {error ? <Banner kind="alert">{messageOf(error)}</Banner> : null}
      <FilePicker
        label="Chip file"
        hint="One line per chip: code,band. Earlier reads count too."
        accept=".csv,.txt"
        maxBytes={MAX_CHIP_FILE_BYTES}
        file={file}
        onChoose={(chosen) => {
          reset();
          setDone(undefined);
          setFile(chosen);
        }}
        isDisabled={isPending}
      />
      <div>
        <Button
          disabled={!file || isPending}
          onClick={() => {
            if (file) mutate(file);
          }}
        >
          Save chips
        </Button>
      </div>
      {/* What it said of the chips is not so any more once others were saved. */}
      <ChipList key={done} />
    </section>
  );
}
