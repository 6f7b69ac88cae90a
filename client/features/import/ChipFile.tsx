import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_CHIP_FILE_BYTES } from '#shared/model/chip-table.ts';
import type { ChipsReply } from '#shared/wire/missing-api.ts';
import { Failure } from '#client/organisers/calls/FetchState.tsx';
import type { Calls } from '#client/organisers/calls/calls.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { FilePicker } from '#client/organisers/uploads/FilePicker.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';

/** A file of `code,band` lines to be added to the chip table, which can be emptied. */
export function ChipFile(): ReactNode {
  const calls = useCalls();
  const queries = useQueryClient();
  const { queryKey } = chipsQuery(calls);
  const [file, setFile] = useState<File>();
  const [done, setDone] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: async (chosen: File) =>
      calls.send<ChipsReply>('POST', '/chips', { text: await chosen.text() }),
    onSuccess: ({ message }) => {
      setFile(undefined);
      setDone(message);
      void queries.invalidateQueries({ queryKey });
    },
  });
  return (
    <section className="stack-10 mt-[22px]" aria-labelledby="chips">
      <h2 id="chips" className="bold text-title-m">
        Chips
      </h2>
      {done === undefined ? null : <Banner kind="done">{done}</Banner>}
      <Failure error={save.error} />
      <FilePicker
        label="Chip file"
        hint="One line per chip: code,band. Earlier reads count too."
        accept=".csv,.txt"
        maxBytes={MAX_CHIP_FILE_BYTES}
        file={file}
        onChoose={(chosen) => {
          save.reset();
          setDone(undefined);
          setFile(chosen);
        }}
        input={input}
        isDisabled={save.isPending}
      />
      <div>
        <Button
          disabled={!file || save.isPending}
          onClick={() => {
            if (file) save.mutate(file);
          }}
        >
          Save chips
        </Button>
      </div>
      <ChipTable
        onEmptied={(message) => {
          setDone(message);
          // The pressed button disappears with the chips.
          input.current?.focus();
        }}
      />
    </section>
  );
}

/** The number of chips in the table. */
function chipsQuery(calls: Calls) {
  return queryOptions({
    queryKey: ['chips'],
    queryFn: async () => {
      const text = await (await calls.fetch('/chips', {})).text();
      // Below the line of heads.
      return text.trimEnd().split('\n').length - 1;
    },
  });
}

function ChipTable({ onEmptied }: { readonly onEmptied: (done: string) => void }): ReactNode {
  const calls = useCalls();
  const queries = useQueryClient();
  const { data: chips, error } = useQuery(chipsQuery(calls));
  const [isEmptying, setIsEmptying] = useState(false);
  const empty = useMutation({
    mutationFn: (seen: number) => calls.send<ChipsReply>('POST', '/chips/empty', { chips: seen }),
    onSuccess: ({ message }) => {
      // With the dialog open nothing else can take the focus.
      flushSync(() => setIsEmptying(false));
      onEmptied(message);
    },
    // The table may have changed since; the next press confirms its new count.
    onSettled: () => queries.invalidateQueries({ queryKey: chipsQuery(calls).queryKey }),
  });
  if (error) return <Failure error={error} />;
  if (chips === undefined) return <output>Loading...</output>;
  if (chips === 0) return <p className="muted">There are no chips yet.</p>;
  const count = countOf(chips, 'chip');
  return (
    <>
      <div className="row">
        <p>{count} in the table.</p>
        <Button onClick={() => setIsEmptying(true)}>Empty the chip table…</Button>
      </div>
      {isEmptying ? (
        <ConfirmDialog
          title={`Take back ${count}?`}
          confirmLabel={`Take back ${count}`}
          kind="danger"
          isBusy={empty.isPending}
          onConfirm={() => empty.mutate(chips)}
          onCancel={() => {
            empty.reset();
            setIsEmptying(false);
          }}
        >
          <Failure error={empty.error} />
          <p>Their reads are kept, but count for nobody until the chips are assigned again.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
