import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { ReactNode } from 'react';

import type { ConnectionState } from '#client/live/feed.ts';
import { usePrintedMs } from './use-printed-range.ts';
import { useTexts } from './use-texts.ts';

export interface PrintedAsOfProps {
  readonly connection: ConnectionState;
  /** When the server was last heard, on this browser's clock. */
  readonly heardMs: EpochMs | undefined;
  /** How far the server's clock is ahead of this browser's. */
  readonly clockOffsetMs?: DurationMs;
  /** The browser's own if it is not known. */
  readonly timeZone?: string | undefined;
  /** How far what is printed may be relied on; empty while the race is open. */
  readonly standing?: string;
}

/** On paper only: which moment is printed. Paper stays on the wall when the race has gone on. */
export function PrintedAsOf(props: PrintedAsOfProps): ReactNode {
  const { connection, heardMs, clockOffsetMs = 0, timeZone, standing = '' } = props;
  const { common, printed } = useTexts();
  const printedMs = usePrintedMs();
  const atMs = connection === 'live' ? printedMs : heardMs;
  if (printedMs === undefined || atMs === undefined) return null;
  const moment = common.dates.moment(atMs + clockOffsetMs, timeZone);
  return <p className="printed">{[printed.asOf(moment), standing].filter(Boolean).join(' · ')}</p>;
}
