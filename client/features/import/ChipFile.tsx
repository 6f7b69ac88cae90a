import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { MAX_CHIP_FILE_BYTES } from '#shared/model/chip-table.ts';
import type { ChipsReply } from '#shared/wire/missing-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { FilePicker } from '#client/organisers/uploads/FilePicker.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import styles from './Backups.module.css';

/** Saves which wristband each chip belongs to, from a file of lines code,band. */
export function ChipFile(): ReactNode {
  const calls = useCalls();
  const [file, setFile] = useState<File>();
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: async (chosen: File) =>
      calls.send<ChipsReply>('POST', '/chips', { text: await chosen.text() }),
    onSuccess: () => setFile(undefined),
  });
  return (
    <section className={styles.backups} aria-labelledby="chips">
      <h2 id="chips" className={styles.title}>
        Chips
      </h2>
      {data ? <Banner kind="done">{data.message}</Banner> : null}
      {error ? <Banner kind="alert">{messageOf(error)}</Banner> : null}
      <FilePicker
        label="Chip file"
        hint="Lines code,band: whose wristband each chip is. Reads that came before count too."
        accept=".csv,.txt"
        maxBytes={MAX_CHIP_FILE_BYTES}
        file={file}
        onChoose={(chosen) => {
          reset();
          setFile(chosen);
        }}
        isDisabled={isPending}
      />
      <Button
        disabled={!file || isPending}
        onClick={() => {
          if (file) mutate(file);
        }}
      >
        Save chips
      </Button>
    </section>
  );
}
