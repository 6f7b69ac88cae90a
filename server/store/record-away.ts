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

/** What the system says of a connection; the client passes these errors on as they are. */
const CONNECTION_CODE =
  /^(EAI_AGAIN|ECONN(ABORTED|REFUSED|RESET)|EHOST(DOWN|UNREACH)|ENET(DOWN|RESET|UNREACH)|ENOTCONN|ENOTFOUND|EPIPE|ETIMEDOUT|ERR_TLS_\w+|CERT_\w+)$/;

const UNKNOWN = 'cannot be reached, so it is not known whether this was saved';

/** What Redis answers instead of doing a thing, and what follows for whoever asked. Nothing was written then. */
const REFUSALS: Readonly<Record<string, string>> = {
  BUSY: 'is busy, so nothing was saved',
  CLUSTERDOWN: 'lies on a cluster that is not whole, so nothing was saved',
  DAMAGED: 'is damaged and being mended, so nothing was saved',
  LOADING: 'is still being loaded, so nothing was saved',
  MASTERDOWN: 'has lost its main Redis, so nothing was saved',
  MISCONF: 'cannot be written, since Redis cannot write to its disk: nothing was saved',
  NOAUTH: 'asks for another password than this server has, so nothing was saved',
  NOPERM: 'does not let this server do that, so nothing was saved',
  NOREPLICAS: 'has lost its copies, so nothing was saved',
  OOM: 'cannot be written, since Redis has no memory left: nothing was saved',
  READONLY: 'is a copy that cannot be written, so nothing was saved',
  TRYAGAIN: 'is being moved, so nothing was saved',
  UNBLOCKED: UNKNOWN,
  UNKILLABLE: 'is busy, so nothing was saved',
  WRONGPASS: 'asks for another password than this server has, so nothing was saved',
  WRONGTYPE: 'is damaged, so it is not known whether this was saved',
};

/** At the head of an answer, or, before Redis 7, within what a script answers: `ERR Error running script …: -OOM …`. */
const REFUSAL = new RegExp(`(?:^|[ :]-)(${Object.keys(REFUSALS).join('|')})\\b`);
const TOO_MANY = /max number of clients/;

/**
 * Whether a call failed because the record cannot be used just now, in words
 * for whoever made it, to follow "The race record"; undefined for a fault of ours.
 */
export function describeRecordAway(error: unknown): string | undefined {
  if (error instanceof MultiErrorReply) {
    return error.replies.map(describeRecordAway).find((text) => text !== undefined);
  }
  if (error instanceof ErrorReply) {
    const code = REFUSAL.exec(error.message)?.[1];
    if (code !== undefined) return REFUSALS[code];
    return TOO_MANY.test(error.message) ? UNKNOWN : undefined;
  }
  if (CONNECTION_ERRORS.some((type) => error instanceof type)) return UNKNOWN;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CONNECTION_CODE.test(code) ? UNKNOWN : undefined;
}
