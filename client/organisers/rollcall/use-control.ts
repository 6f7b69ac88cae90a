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

/** A report from the form; its id is made when it is sent, unless it has one. */
export interface NewReport extends Omit<ReportBody, 'reportId'> {
  readonly runnerId: string;
  /** The id of the sighting that it decides (RULES.md MA4). */
  readonly reportId?: string;
}

export interface ReportRef {
  readonly runnerId: string;
  readonly reportId: string;
}

export interface ReportCalls {
  /** Resolves to the reference that takes it back. */
  readonly make: UseMutationResult<ReportRef, Error, NewReport>;
  readonly undo: UseMutationResult<SuccessReply, Error, ReportRef>;
  readonly setNonStarters: UseMutationResult<DidNotStartReply, Error, DidNotStartBody>;
  /** Checks runners in, or takes that back (RULES.md RC9). */
  readonly setCheckedIn: UseMutationResult<DidNotStartReply, Error, DidNotStartBody>;
}

/** A call after which what it changed is fetched, where it is not pushed. */
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
export function useReports(): ReportCalls {
  /** The ids of unanswered reports: a report that is resent unchanged keeps its id, so it is made only once. */
  const [unanswered] = useState(() => new Map<string, string>());
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
  const setCheckedIn = useChange((body: DidNotStartBody, calls) =>
    calls.send<DidNotStartReply>('POST', '/apiadmin/check-in', body),
  );
  return { make, undo, setNonStarters, setCheckedIn };
}

export interface ControlCalls {
  readonly find: (entry: Pick<ControlEntry, 'kind' | 'subject'>) => ControlEntry | undefined;
  /** Replaces what {@link find} shows. */
  readonly write: UseMutationResult<SuccessReply, Error, Omit<ControlBody, 'was'>>;
  readonly remove: UseMutationResult<SuccessReply, Error, ControlEntry>;
  /** Takes back all that a marshal said, or undoes that (RULES.md MA6). */
  readonly takeBack: UseMutationResult<TakenBackReply, Error, TakeBackBody>;
}

/** The entries of race control (RULES.md RC7), and the calls that change them. */
export function useControl(): ControlCalls {
  const { missing } = useLists();
  const find: ControlCalls['find'] = (wanted) =>
    missing?.control.find((entry) => keyOfEntry(entry) === keyOfEntry(wanted));
  const write = useChange((entry: Omit<ControlBody, 'was'>, calls) => {
    const body: ControlBody = { ...entry, was: find(entry)?.atMs ?? null };
    return calls.send<SuccessReply>('POST', '/control', body);
  });
  const remove = useChange(({ kind, subject, atMs }: ControlEntry, calls) => {
    const body: RemoveControlBody = { kind, subject, was: atMs };
    return calls.send<SuccessReply>('POST', '/control/remove', body);
  });
  const takeBack = useChange((body: TakeBackBody, calls) =>
    calls.send<TakenBackReply>('POST', '/marshals/take-back', body),
  );
  return { find, write, remove, takeBack };
}
