import { type ReactNode, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import type { CorrectionAction } from '#shared/model/decisions.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { parseBandId } from '#shared/model/ids.ts';
import type { PreviewCorrectionBody } from '#shared/wire/reads-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { CallError, messageOf } from '../calls/call-error.ts';
import { createRequestId } from '#client/live/request-id.ts';
import { useCalls } from '../session/use-session.ts';
import { countOf } from '../texts/count-words.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { nameRunner } from '../runners/editor-values.ts';
import { findRunners } from '../runners/find-runners.ts';
import { useRunnerScans } from '../runners/use-runner-scans.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { FormDialog } from '#client/kit/FormDialog.tsx';
import { useTyped } from '#client/kit/form-fields.tsx';
import { useSettled } from '#client/ui/use-settled.ts';
import {
  ACTION_NAMES,
  beginDraft,
  type CorrectionDraft,
  type CorrectionSeed,
  readDraft,
} from './correction-draft.ts';
import { readElapsedList } from './elapsed-list.ts';
import { useOpenedMs, useRaceDay } from '../lists/race-clock.tsx';
import { describeImpact } from './describe-read.ts';
import { DraftFields, type WhoseRead } from './DraftFields.tsx';
import { correctReads, previewCorrection } from './reads-calls.ts';

export interface CorrectionDialogProps {
  readonly seed: CorrectionSeed;
  /** Called after saving. */
  readonly onDone: (action: CorrectionAction) => void;
  readonly onClose: () => void;
}

/** Makes a correction of reads, with a preview of its effect on the results (SCREENS.md SV6). */
export function CorrectionDialog({ seed, onDone, onClose }: CorrectionDialogProps): ReactNode {
  const calls = useCalls();
  const { config } = useRaceDay();
  // One id, so that a correction resent after a lost answer is made only once.
  const [correctionId] = useState(createRequestId);
  const { timeZone } = config;
  const form = useForm({ defaultValues: beginDraft(seed, timeZone) });
  const draft = useTyped(form);
  const to = useAddedTo(seed, draft, config);
  const { body, faults } = readDraft(draft, seed, timeZone, to);
  const reason = draft.reason.trim();
  const name = ACTION_NAMES[draft.action];
  const subject = nameSubject(seed, to.runner);
  return (
    <FormDialog
      title={subject === '' ? name : `${name}: ${subject}`}
      confirmLabel={name}
      kind={draft.action === 'void' ? 'danger' : 'main'}
      form={form}
      checked={{ body: body && reason !== '' ? body : undefined, faults }}
      // A pasted list is complete, so its faults show at once.
      early={draft.list.trim() === '' ? [] : ['list']}
      onSave={async (sent) => {
        await correctReads(calls, { ...sent, correctionId, reason });
        onDone(sent.action);
      }}
      onClose={onClose}
      below={
        <>
          <Preview sent={body ? JSON.stringify(body) : ''} />
          <p className="text-m muted">
            {seed.kind === 'added' || seed.kind === 'list'
              ? 'What is added counts like any other read.'
              : 'The reads themselves do not change.'}{' '}
            It can be taken back under Corrections.
          </p>
        </>
      }
    >
      <DraftFields draft={draft} seed={seed} config={config} to={to} form={form} />
    </FormDialog>
  );
}

function nameSubject(seed: CorrectionSeed, runner: AdminRunner | undefined): string {
  if (seed.kind === 'source') return seed.source;
  if (seed.kind === 'reads') return countOf(seed.scanIds.length, 'read');
  if (seed.kind === 'list') return '';
  return runner && seed.runnerId !== undefined ? nameRunner(runner) : '';
}

/** The runner whose read is added, and the start of its time. */
function useAddedTo(
  seed: CorrectionSeed,
  { who, list: typed }: Pick<CorrectionDraft, 'who' | 'list'>,
  config: RaceConfig,
): WhoseRead {
  const { everyone } = useLists();
  const openedMs = useOpenedMs();
  const asked = seed.kind === 'added' ? seed.runnerId : undefined;
  const { best, bestBy } = findRunners(seed.kind === 'added' ? everyone : [], who);
  const runner = asked === undefined ? best : everyone.find(({ runnerId }) => runnerId === asked);
  const startMs = useRunnerScans(runner).data?.outcome?.startMs ?? undefined;
  const band = asked === undefined && bestBy === 'band' ? parseBandId(who) : undefined;
  const list = useMemo(() => readElapsedList(typed, everyone, config), [typed, everyone, config]);
  return { runner, band, list, startMs, dayMs: openedMs, timeZone: config.timeZone };
}

/** Reserves the room of a short answer, so that the buttons below do not move. */
const PREVIEW = 'well stack-4 min-h-[5.6em] content-start px-3.5 py-2.5 [&_li]:font-strong';

/** The effect of `sent`, the request as JSON, or empty while it is invalid; fetched a moment after the last key. */
function Preview({ sent }: { readonly sent: string }): ReactNode {
  const calls = useCalls();
  const { config } = useRaceDay();
  const settled = useSettled(sent);
  const { data, error } = useQuery({
    queryKey: ['correction-preview', settled],
    queryFn: () => previewCorrection(calls, JSON.parse(settled) as PreviewCorrectionBody),
    enabled: settled !== '',
    // The server makes one preview at a time, and answers 503 during another.
    retry: (failures, problem) =>
      failures < 4 &&
      problem instanceof CallError &&
      (problem.status === undefined || problem.status === 503),
    // Reads may arrive later, so each dialog fetches its own answer.
    gcTime: 0,
  });
  if (sent === '') {
    return <p className={PREVIEW}>A preview appears here.</p>;
  }
  if (error && settled === sent) {
    return (
      <Banner kind="notice">
        The effect on the results is unavailable right now. {messageOf(error)}
      </Banner>
    );
  }
  if (!data || settled !== sent) {
    return <p className={PREVIEW}>Checking the effect on the results…</p>;
  }
  const lines = describeImpact(data, config);
  return (
    <div className={PREVIEW} aria-live="polite">
      <p>
        {countOf(data.reads, 'read')} of {countOf(data.runners, 'runner')}
        {lines.length === 0 ? ': no results change.' : ':'}
      </p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
