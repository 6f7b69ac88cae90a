import {
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
  MultiErrorReply,
  ReconnectStrategyError,
  ScanIteratorInterruptedError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
  TimeoutError,
} from 'redis';

import { OtherSchemaError } from './record-schema.ts';

const CONNECTION_ERRORS = [
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ReconnectStrategyError,
  ScanIteratorInterruptedError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
  TimeoutError,
];

/** The system's errors of a connection, which the client passes on unchanged. */
const CONNECTION_CODE =
  /^(EAI_AGAIN|ECONN(ABORTED|REFUSED|RESET)|EHOST(DOWN|UNREACH)|ENET(DOWN|RESET|UNREACH)|ENOTCONN|ENOTFOUND|EPIPE|ETIMEDOUT|ERR_TLS_\w+|CERT_\w+)$/;

/** The refusals of Redis, and their meaning for the record. */
const REFUSALS: Readonly<Record<string, string>> = {
  ASK: 'is being moved',
  BUSY: 'is busy',
  CLUSTERDOWN: 'is on an incomplete Redis cluster',
  DAMAGED: 'is damaged (its version is no number) until the newest backup is restored',
  LOADING: 'is still being loaded',
  MASTERDOWN: 'is on a Redis that has lost its master',
  MISCONF: 'cannot be written, since Redis cannot write to its disk',
  MOVED: 'has been moved',
  NOAUTH: 'needs another password than this server has',
  NOPERM: 'does not permit this server to do that',
  NOREPLICAS: 'is on a Redis that has lost its replicas',
  OOM: 'cannot be written, since Redis has no memory left',
  READONLY: 'is on a Redis that cannot be written',
  SCHEMA: 'has the schema of another release: start that release again',
  TRYAGAIN: 'is being moved',
  UNKILLABLE: 'is busy',
  WRONGPASS: 'needs another password than this server has',
  WRONGTYPE: 'is damaged: one of its keys is no hash',
};

const REFUSAL = new RegExp(`^(${Object.keys(REFUSALS).join('|')})\\b`);
const TOO_MANY = /max number of clients/;

interface RecordUnavailable {
  /** In words, to follow "The race record". */
  readonly reason: string;
  /** Whether a write may nevertheless have happened. */
  readonly isUnknown: boolean;
}

/** A change was made, but fewer replicas than required confirmed it in time. */
export class TooFewCopiesError extends Error {
  override readonly name = 'TooFewCopiesError';
}

/** The record changed during each attempt. */
export class BusyRecordError extends Error {
  override readonly name = 'BusyRecordError';

  constructor() {
    super('The race is changing too quickly right now. Nothing was changed: try again.');
  }
}

const UNREACHABLE: RecordUnavailable = { reason: 'cannot be reached', isUnknown: true };

/** The reason for an error if the record cannot be used at present; undefined for a bug. */
export function explainUnavailable(error: unknown): RecordUnavailable | undefined {
  if (error instanceof MultiErrorReply) {
    return error.replies.map(explainUnavailable).find((reason) => reason !== undefined);
  }
  if (error instanceof ErrorReply) {
    const reason = REFUSALS[REFUSAL.exec(error.message)?.[1] ?? ''];
    if (reason !== undefined) return { reason, isUnknown: false };
    return TOO_MANY.test(error.message) ? UNREACHABLE : undefined;
  }
  if (error instanceof TooFewCopiesError) {
    return { reason: 'is on a Redis whose replicas do not keep up', isUnknown: true };
  }
  if (error instanceof OtherSchemaError) {
    return { reason: REFUSALS['SCHEMA'] ?? '', isUnknown: false };
  }
  if (error instanceof BusyRecordError) return { reason: 'is busy', isUnknown: false };
  if (CONNECTION_ERRORS.some((type) => error instanceof type)) return UNREACHABLE;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CONNECTION_CODE.test(code) ? UNREACHABLE : undefined;
}
