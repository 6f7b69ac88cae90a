import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';

import type { CorrectionAction } from '#shared/model/correction.ts';
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
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { useSettled } from '#client/ui/use-settled.ts';
import {
  ACTION_NAMES,
  beginDraft,
  type CorrectionDraft,
  type CorrectionSeed,
  readDraft,
} from './correction-draft.ts';
import { readElapsedList } from './elapsed-list.ts';
import { useOpenedMs } from '../lists/use-race-now.ts';
import styles from './CorrectionDialog.module.css';
import { describeImpact } from './describe-read.ts';
import { DraftFields, type WhoseRead } from './DraftFields.tsx';
import { correctReads, previewCorrection } from './reads-calls.ts';

export interface CorrectionDialogProps {
  readonly seed: CorrectionSeed;
  readonly config: RaceConfig;
  /** Called after saving; by `correctionId` it can be undone. */
  readonly onDone: (correctionId: string, action: CorrectionAction) => void;
  readonly onClose: () => void;
}

/** Makes a correction of reads, with a preview of its effect on the results (SCREENS.md SV6). */
export function CorrectionDialog({
  seed,
  config,
  onDone,
  onClose,
}: CorrectionDialogProps): ReactNode {
  const calls = useCalls();
  // Keeps a correction that is sent twice, after a lost answer, from being made twice.
  const [correctionId] = useState(createRequestId);
  const { timeZone } = config;
  const [first] = useState(() => beginDraft(seed, timeZone));
  const [draft, setDraft] = useState(first);
  const [isLeaving, setIsLeaving] = useState(false);
  const [isLookedAt, setIsLookedAt] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const to = useAddedTo(seed, draft, config);
  const { body, faults } = readDraft(draft, seed, timeZone, to);
  const reason = draft.reason.trim();
  const save = useMutation({
    mutationFn: (sent: Parameters<typeof correctReads>[1]) => correctReads(calls, sent),
  });

  const confirm = (): void => {
    if (body && reason !== '') {
      const { action } = body;
      const sent = { ...body, correctionId, reason };
      save.mutate(sent, { onSuccess: () => onDone(correctionId, action) });
      return;
    }
    flushSync(() => setIsLookedAt(true));
    fields.current
      ?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')
      ?.focus();
  };
  const shownFaults = isLookedAt
    ? {
        ...faults,
        ...(reason === '' ? { reason: 'Say why, for anyone who looks at this later.' } : {}),
      }
    : // What was pasted is not typed on: its faults show at once.
      draft.list.trim() !== '' && faults.list !== undefined
      ? { list: faults.list }
      : {};
  const name = ACTION_NAMES[draft.action];
  const subject = nameSubject(seed, to.runner);
  return (
    <>
      <ConfirmDialog
        title={subject === '' ? name : `${name}: ${subject}`}
        confirmLabel={name}
        kind={draft.action === 'void' ? 'danger' : 'main'}
        isBusy={save.isPending}
        onConfirm={confirm}
        onCancel={() => {
          if (draft === first) onClose();
          else setIsLeaving(true);
        }}
      >
        {save.error ? <Banner kind="alert">{messageOf(save.error)}</Banner> : null}
        <div ref={fields} className="stack-12 one-column">
          <DraftFields
            draft={draft}
            seed={seed}
            config={config}
            to={to}
            faults={shownFaults}
            onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          />
        </div>
        <Preview sent={body ? JSON.stringify(body) : ''} config={config} />
        <p className="text-m muted">
          {seed.kind === 'added' || seed.kind === 'list'
            ? 'What is added counts like any other read.'
            : 'The reads themselves do not change.'}{' '}
          One press undoes it.
        </p>
      </ConfirmDialog>
      <LeaveDialog isOn={draft !== first} />
      {isLeaving ? (
        <ConfirmDialog
          title="Close without correcting?"
          confirmLabel="Close and lose what is typed"
          kind="danger"
          onConfirm={onClose}
          onCancel={() => setIsLeaving(false)}
        >
          <p>Nothing is corrected yet. Cancel goes back to it.</p>
        </ConfirmDialog>
      ) : null}
    </>
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

interface PreviewProps {
  /** The request as JSON; empty while something is missing or invalid. */
  readonly sent: string;
  readonly config: RaceConfig;
}

/** Its effect, requested a moment after the last key. */
function Preview({ sent, config }: PreviewProps): ReactNode {
  const calls = useCalls();
  const settled = useSettled(sent);
  const { data, error } = useQuery({
    queryKey: ['correction-preview', settled],
    queryFn: () => previewCorrection(calls, JSON.parse(settled) as PreviewCorrectionBody),
    enabled: settled !== '',
    // One preview is made at a time: somebody else's is over soon.
    retry: (failures, problem) =>
      failures < 4 &&
      problem instanceof CallError &&
      (problem.status === undefined || problem.status === 503),
    // Reads may arrive in between: an answer belongs to its own dialog.
    gcTime: 0,
  });
  if (sent === '') {
    return <p className={styles.preview}>A preview appears here.</p>;
  }
  if (error && settled === sent) {
    return (
      <Banner kind="notice">
        The effect on the results is unavailable right now. {messageOf(error)}
      </Banner>
    );
  }
  if (!data || settled !== sent) {
    return <p className={styles.preview}>Checking the effect on the results…</p>;
  }
  const lines = describeImpact(data, config);
  return (
    <div className={styles.preview} aria-live="polite">
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
