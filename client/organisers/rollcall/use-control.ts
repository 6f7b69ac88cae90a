import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';

import { type ControlEntry, keyOfEntry } from '#shared/model/decisions.ts';
import type {
  ControlBody,
  DidNotStartBody,
  DidNotStartReply,
  RemoveControlBody,
  ReportBody,
} from '#shared/wire/control-api.ts';
import type { SuccessReply } from '#shared/wire/http-api.ts';
import type { TakeBackBody, TakenBackReply } from '#shared/wire/marshal-api.ts';
import type { Calls } from '../calls/calls.ts';
import { useLists, useOrganisersFeed } from '../lists/ListsProvider.tsx';
import { createRequestId } from '../../live/request-id.ts';
import { useCalls } from '../session/use-session.ts';

/** A report from the form; without an id it gets one when it is sent. */
export interface NewReport extends Omit<ReportBody, 'reportId'> {
  readonly runnerId: string;
  /** The id of the sighting that it decides (RULES.md MA4). */
  readonly reportId?: string;
}

export interface ReportRef {
  readonly runnerId: string;
  readonly reportId: string;
}

/** A call after which the lists are fetched, if they are not pushed. */
function useChange<Sent, Reply>(
  send: (sent: Sent, calls: Calls) => Promise<Reply>,
): UseMutationResult<Reply, Error, Sent> {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  return useMutation({
    mutationFn: (sent: Sent) => send(sent, calls),
    onSuccess: () => feed.settle(undefined),
  });
}

/** The calls for reports of runners (RULES.md RC1), and for runners who did not start. */
export function useReports() {
  /** The ids of unanswered reports: a report that is resent unchanged keeps its id, so that it is made only once. */
  const [unanswered] = useState(() => new Map<string, string>());
  /** Resolves to the reference that takes it back. */
  const make = useChange(async (report: NewReport, calls): Promise<ReportRef> => {
    const { runnerId, ...rest } = report;
    const content = JSON.stringify(report);
    const reportId = report.reportId ?? unanswered.get(content) ?? createRequestId();
    unanswered.set(content, reportId);
    const body: ReportBody = { ...rest, reportId };
    const path = `/apiadmin/${encodeURIComponent(runnerId)}/reports`;
    await calls.send<SuccessReply>('POST', path, body);
    unanswered.delete(content);
    return { runnerId, reportId };
  });
  const undo = useChange(({ runnerId, reportId }: ReportRef, calls) => {
    const [runner, report] = [runnerId, reportId].map(encodeURIComponent);
    return calls.send<SuccessReply>('POST', `/apiadmin/${runner}/reports/${report}/undo`);
  });
  const setNonStarters = useChange((body: DidNotStartBody, calls) =>
    calls.send<DidNotStartReply>('POST', '/apiadmin/did-not-start', body),
  );
  /** Checks runners in, or takes that back (RULES.md RC9). */
  const setCheckedIn = useChange((body: DidNotStartBody, calls) =>
    calls.send<DidNotStartReply>('POST', '/apiadmin/check-in', body),
  );
  return { make, undo, setNonStarters, setCheckedIn };
}

export type ControlCalls = ReturnType<typeof useControl>;

/** The entries of race control (RULES.md RC7), and the calls that change them. */
export function useControl() {
  const { missing } = useLists();
  const find = (wanted: Pick<ControlEntry, 'kind' | 'subject'>): ControlEntry | undefined =>
    missing?.control.find((entry) => keyOfEntry(entry) === keyOfEntry(wanted));
  /** Replaces the entry that `find` returns now. */
  const write = useChange((entry: Omit<ControlBody, 'was'>, calls) => {
    const body: ControlBody = { ...entry, was: find(entry)?.atMs ?? null };
    return calls.send<SuccessReply>('POST', '/control', body);
  });
  const remove = useChange(({ kind, subject, atMs }: ControlEntry, calls) => {
    const body: RemoveControlBody = { kind, subject, was: atMs };
    return calls.send<SuccessReply>('POST', '/control/remove', body);
  });
  /** Takes back all reports of a marshal, or undoes that (RULES.md MA6). */
  const takeBack = useChange((body: TakeBackBody, calls) =>
    calls.send<TakenBackReply>('POST', '/marshals/take-back', body),
  );
  return { find, write, remove, takeBack };
}
