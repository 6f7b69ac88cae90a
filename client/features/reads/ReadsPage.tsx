import { type ReactNode, useMemo, useRef } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { SourcesBody, SourceSummary } from '#shared/wire/reads-api.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { readSources, readLatest } from '#client/organisers/reads/reads-calls.ts';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';
import { Button } from '#client/ui/Button.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import type { CorrectionSeed } from '#client/organisers/reads/correction-draft.ts';
import { CorrectionsMade } from '#client/organisers/reads/CorrectionsMade.tsx';
import { ReadList } from '#client/organisers/reads/ReadList.tsx';
import { useCorrecting } from '#client/organisers/reads/use-correcting.tsx';
import { type FilterDay, spellFilter, useReadsFilter } from './reads-filter.ts';
import { ReadsToolbar } from './ReadsToolbar.tsx';
import { Suspicions, SwappedSourcesList } from './Suspicions.tsx';
import { useOpenedMs, useRaceDay } from '#client/organisers/lists/race-clock.tsx';

function useFilterDay(
  sources: SourcesBody | undefined,
  { timeZone }: Pick<RaceConfig, 'timeZone'>,
): FilterDay {
  const openedMs = useOpenedMs();
  const lastMs = sources?.sources.map((source) => source.lastMs) ?? [];
  const dayMs = lastMs.length > 0 ? Math.max(...lastMs) : openedMs;
  return { dayMs, timeZone };
}

function seedOf({ source, points, firstMs, lastMs }: SourceSummary): CorrectionSeed {
  return { kind: 'source', source, points, fromMs: firstMs, untilMs: lastMs };
}

/** Every read with its verdict, and the organisers' corrections. */
export function ReadsPage(): ReactNode {
  const calls = useCalls();
  const refetchInterval = useSession().kind === 'signed-in' && ADMIN_POLL_MS;
  const { config } = useRaceDay();
  const { filter, text, setText, change } = useReadsFilter();
  const sources = useQuery({ ...readSources(calls), refetchInterval });
  const day = useFilterDay(sources.data, config);
  const spelled = spellFilter(filter, day);
  const latest = useQuery({
    ...readLatest(calls, spelled),
    refetchInterval,
    placeholderData: keepPreviousData,
  });
  const findField = useRef<HTMLInputElement>(null);
  useArrivalFocus(findField);
  const correcting = useCorrecting(() => findField.current?.focus());
  const { open, askBack, round } = correcting;
  const corrections = sources.data?.corrections;
  const byId = useMemo(
    () => new Map(corrections?.map(({ correction }) => [correction.correctionId, correction])),
    [corrections],
  );
  const chosen = sources.data?.sources.find(({ source }) => source === filter.source);

  return (
    <div className="stack-12 one-column [&>:first-child]:-mb-3">
      <ScreenHead screen={SCREENS.reads} />
      {correcting.notice}
      <FetchState what="The reads" queries={[latest, sources]} />
      {sources.data ? (
        <>
          <SwappedSourcesList swaps={sources.data.swaps ?? []} config={config} />
          <Suspicions suspicions={sources.data.suspicions} config={config} onCorrect={open} />
          <CorrectionsMade corrections={sources.data.corrections} onTakeBack={askBack} />
        </>
      ) : null}
      <ReadsToolbar
        filter={filter}
        text={text}
        onText={setText}
        onChange={change}
        findField={findField}
        sources={sources.data?.sources ?? []}
        count={latest.data?.count}
        config={config}
        day={day}
      />
      {open ? (
        <div className="row">
          {chosen ? (
            <Button onClick={() => open(seedOf(chosen))}>
              Correct the reads of {chosen.source}…
            </Button>
          ) : null}
          <Button onClick={() => open({ kind: 'added' })}>Add a read…</Button>
          <Button onClick={() => open({ kind: 'list' })}>Add a list of times…</Button>
        </div>
      ) : null}
      {latest.data ? (
        <ReadList
          key={`${spelled} ${round}`}
          filter={spelled}
          empty={spelled === '' ? 'Nothing has been read yet.' : 'No reads match.'}
          latest={latest.data}
          corrections={byId}
          onCorrect={open}
        />
      ) : null}
      {correcting.dialogs}
    </div>
  );
}
