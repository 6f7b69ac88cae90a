import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';

import { MAX_NAMED_READS } from '#shared/model/decisions.ts';
import type { ListedRead, ReadsBody } from '#shared/wire/reads-api.ts';
import { useCalls } from '../session/use-session.ts';
import { countOf, formatCount } from '../texts/count-words.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { ACTION_NAMES, type ActionKind, type CorrectionSeed } from './correction-draft.ts';
import { formatMoment } from './describe-read.ts';
import { readEarlier } from './reads-calls.ts';
import { type CorrectionsById, ReadsTable } from './ReadsTable.tsx';
import { useRaceDay } from '../lists/race-clock.tsx';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export interface ReadListProps {
  /** As in the address. */
  readonly filter: string;
  readonly empty: string;
  readonly latest: ReadsBody;
  readonly corrections: CorrectionsById;
  /** Undefined without the right to correct reads. */
  readonly onCorrect: ((seed: CorrectionSeed) => void) | undefined;
}

const NONE: ReadonlyMap<string, ListedRead> = new Map();

/**
 * The matching reads. While some are chosen, or earlier ones are shown below, new ones are only counted.
 */
export function ReadList({
  filter,
  empty,
  latest,
  corrections,
  onCorrect,
}: ReadListProps): ReactNode {
  const calls = useCalls();
  /** The pages shown since the list stopped following `latest`. */
  const [still, setStill] = useState<readonly ReadsBody[]>();
  const [chosen, setChosen] = useState(NONE);
  const pages = still ?? [latest];
  const [first = latest] = pages;
  const next = pages.at(-1)?.next;
  const reads = [
    ...new Map(pages.flatMap((page) => page.reads).map((one) => [one.scanId, one])).values(),
  ];
  const more = useMutation({
    mutationFn: (before: string) => readEarlier(calls, filter, before),
    onSuccess: (page) => setStill((now) => [...(now ?? [latest]), page]),
  });

  const choose = (next: ReadonlyMap<string, ListedRead>): void => {
    setChosen(next);
    setStill((now) => (next.size === 0 && (now ?? []).length < 2 ? undefined : (now ?? [latest])));
  };
  const toggle = (read: ListedRead): void => {
    const next = new Map(chosen);
    if (!next.delete(read.scanId)) next.set(read.scanId, read);
    choose(next);
  };
  // One stable function for all rows, or a press would render every row again.
  const latestToggle = useRef(toggle);
  useEffect(() => {
    latestToggle.current = toggle;
  });
  const toggleLatest = useCallback<typeof toggle>((read) => latestToggle.current(read), []);
  const isNewer = first.reads !== latest.reads;
  const added = latest.count - first.count;
  // At the foot, so that it moves no row under a finger.
  const renew = isNewer ? (
    <Button onClick={() => setStill(chosen.size > 0 ? [latest] : undefined)}>
      {added > 0 ? `Show ${countOf(added, 'read')} more that came` : 'Show what changed'}
    </Button>
  ) : null;
  if (latest.count === 0 && reads.length === 0) {
    return (
      <EmptyNote>
        <p>{empty}</p>
      </EmptyNote>
    );
  }
  return (
    <div className="stack-10 one-column">
      <ReadsTable
        reads={reads}
        chosen={chosen}
        corrections={corrections}
        onToggle={onCorrect && toggleLatest}
      />
      <Failure error={more.error} />
      <div className="grid unprinted justify-items-center">
        {next ? (
          <Button isBusy={more.isPending} onClick={() => more.mutate(next)}>
            Show more
          </Button>
        ) : null}
      </div>
      {onCorrect && chosen.size > 0 ? (
        <ChosenBar chosen={[...chosen.values()]} onCorrect={onCorrect} onClear={() => choose(NONE)}>
          {renew}
        </ChosenBar>
      ) : renew ? (
        <div className="card row between unprinted sticky bottom-2 z-2 gap-x-3.5 gap-y-1 px-3.5 py-2.5 [box-shadow:var(--floating)]">
          {renew}
        </div>
      ) : null}
    </div>
  );
}

interface ChosenBarProps {
  readonly chosen: readonly ListedRead[];
  readonly onCorrect: (seed: CorrectionSeed) => void;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

const ACTIONS: readonly ActionKind[] = ['void', 'point', 'band', 'clock'];

function ChosenBar({ chosen, onCorrect, onClear, children }: ChosenBarProps): ReactNode {
  const clock = useRaceDay();
  const count = chosen.length;
  const [only] = count === 1 ? chosen : [];
  return (
    <section
      className="card row between unprinted sticky bottom-2 z-2 gap-x-3.5 gap-y-1 px-3.5 py-2.5 [box-shadow:var(--floating)]"
      aria-label="Chosen reads"
    >
      <output className="bold">{countOf(count, 'read')} chosen</output>
      {count > MAX_NAMED_READS ? (
        <p className="text-m">
          {`At most ${formatCount(MAX_NAMED_READS)} can be corrected by name: correct a source between two times instead.`}
        </p>
      ) : null}
      <div className="line shrinks scroll-strip relative -mx-1 p-1 *:flex-none">
        {(count > MAX_NAMED_READS ? [] : ACTIONS).map((action) => (
          <Button
            key={action}
            onClick={() =>
              onCorrect({ kind: 'reads', scanIds: chosen.map(({ scanId }) => scanId), action })
            }
          >
            {ACTION_NAMES[action]}…
          </Button>
        ))}
        {only?.rivals ? (
          <Button
            onClick={() => {
              const reason = `${formatMoment(only.timeMs, clock)} counts instead`;
              onCorrect({ kind: 'reads', scanIds: only.rivals ?? [], action: 'void', reason });
            }}
          >
            Count this one instead…
          </Button>
        ) : null}
        <Button onClick={onClear}>Clear selection</Button>
        {children}
      </div>
    </section>
  );
}
