import { queryOptions, useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, useMemo, useRef } from 'react';
import { MAX_CHIP_FILE_BYTES } from '#shared/model/chip-table.ts';
import type { ChipsReply } from '#shared/wire/missing-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { FilePicker } from '#client/organisers/uploads/FilePicker.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { flushSync } from 'react-dom';
import { compileWords, foldText } from '#shared/format/fold-text.ts';
import { compareText } from '#shared/scoring/order.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { Calls } from '#client/organisers/calls/calls.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { Field } from '#client/ui/Field.tsx';

/** The chip table, and a file of `code,band` lines to be added to it. */
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
      void queries.invalidateQueries({ queryKey: chipsQuery(calls).queryKey });
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
      {/* A new list for each save: the messages of the old one are out of date. */}
      <ChipList key={done} />
    </section>
  );
}

/** The rest are found by typing. */
const MOST_SHOWN = 20;

/** `[code, band]` of each chip. */
function chipsQuery(calls: Calls) {
  return queryOptions({
    queryKey: ['chips'],
    queryFn: async () => {
      const text = await (await calls.fetch('/chips', {})).text();
      const [, ...lines] = text.trimEnd().split('\n');
      return lines.map((line) => {
        const [code = '', band = ''] = line.split(',');
        return [code, band] as const;
      });
    },
  });
}

function listChips(
  chips: readonly (readonly [code: string, band: string])[],
  runners: readonly AdminRunner[],
) {
  const byBand = new Map(
    runners.flatMap((runner) =>
      [runner.raceNumber, ...(runner.earlierBands ?? [])].map((band) => [band, runner] as const),
    ),
  );
  const inOrder = chips.toSorted(
    ([a, of], [b, by]) => Number(of) - Number(by) || compareText(a, b),
  );
  return inOrder.map(([code, band]) => {
    const runner = byBand.get(band);
    const texts = [code, band, runner?.bibNumber, runner?.firstName, runner?.lastName];
    return { code, band, runner, words: foldText(texts.join(' ')) };
  });
}

/** The chips with their runners, to be taken back one by one or all at once. */
function ChipList(): ReactNode {
  const calls = useCalls();
  const queries = useQueryClient();
  const { runners } = useLists();
  const { data: chips, error } = useQuery(chipsQuery(calls));
  const [text, setText] = useState('');
  const [isEmptying, setIsEmptying] = useState(false);
  const [done, setDone] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const listed = useMemo(() => chips && listChips(chips, runners ?? []), [chips, runners]);
  const finish = ({ message }: ChipsReply): void => {
    // The dialog and the pressed button are removed first, so that the field can take the focus.
    flushSync(() => {
      setIsEmptying(false);
      setDone(message);
    });
    field.current?.focus();
    void queries.invalidateQueries({ queryKey: chipsQuery(calls).queryKey });
  };
  const takeBack = useMutation({
    mutationFn: (code: string) => calls.send<ChipsReply>('POST', `/mia/${code}/take-back`),
    onMutate: () => setDone(undefined),
    onSuccess: finish,
  });
  const empty = useMutation({
    mutationFn: (count: number) => calls.send<ChipsReply>('POST', '/chips/empty', { chips: count }),
    onSuccess: finish,
    // The table may have changed since; the next press confirms its new count.
    onError: () => queries.invalidateQueries({ queryKey: chipsQuery(calls).queryKey }),
  });
  if (error) return <Banner kind="alert">{messageOf(error)}</Banner>;
  if (!listed) return <output>Loading...</output>;
  const outcome = done === undefined ? null : <Banner kind="done">{done}</Banner>;
  if (listed.length === 0) return outcome ?? <p className="muted">There are no chips yet.</p>;
  const find = compileWords(text, () => true);
  const found = find ? listed.filter(({ words }) => find(words)) : listed;
  const hidden = found.length - MOST_SHOWN;
  const count = countOf(listed.length, 'chip');
  return (
    <>
      <Field label="Find a chip, band, bib or name" hint={`${count} in the table`}>
        {(control) => (
          <input
            {...control}
            ref={field}
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {outcome}
      {takeBack.error ? <Banner kind="alert">{messageOf(takeBack.error)}</Banner> : null}
      {found.length === 0 ? null : (
        <ul className="plain-list framed lined overflow-hidden" aria-label="Chips">
          {found.slice(0, MOST_SHOWN).map(({ code, band, runner }) => (
            <li
              key={code}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] phone:grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-0.5 px-3.5 py-2 tiny:grid-cols-1 phone:[&_button]:[grid-area:1/2/span_2] tiny:[&_button]:[grid-area:auto] tiny:[&_button]:justify-self-start"
            >
              <span className="semibold anywhere">{code}</span>
              <span className="anywhere">
                {runner ? nameRunner(runner) : 'Nobody'}{' '}
                <span className="text-s muted">band {band}</span>
              </span>
              <Button disabled={takeBack.isPending} onClick={() => takeBack.mutate(code)}>
                Take back<span className="visually-hidden"> chip {code}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <output className="text-s muted">
        {found.length === 0 ? `No chip matches “${text.trim()}”.` : ''}
        {hidden > 0 ? `and ${hidden} more` : ''}
      </output>
      <div>
        <Button onClick={() => setIsEmptying(true)}>Empty the chip table…</Button>
      </div>
      {isEmptying ? (
        <ConfirmDialog
          title={`Take back ${count}?`}
          confirmLabel={`Take back ${count}`}
          kind="danger"
          isBusy={empty.isPending}
          onConfirm={() => empty.mutate(listed.length)}
          onCancel={() => {
            empty.reset();
            setIsEmptying(false);
          }}
        >
          {empty.error ? <Banner kind="alert">{messageOf(empty.error)}</Banner> : null}
          <p>Their reads are kept, but count for nobody until the chips are assigned again.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
