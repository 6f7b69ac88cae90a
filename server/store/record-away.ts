import {
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
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

/** What Redis answers while it starts, has no room or cannot write to its disk. */
const REFUSAL = /^(BUSY|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY|TRYAGAIN)\b/;

/** Whether a call failed because the record cannot be used just now; what a write did is then unknown. */
export function isRecordAway(error: unknown): boolean {
  if (error instanceof ErrorReply) return REFUSAL.test(error.message);
  return CONNECTION_ERRORS.some((type) => error instanceof type);
}
