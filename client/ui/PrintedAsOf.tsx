import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import type { ReactNode } from 'react';

import type { ConnectionState } from '#client/live/feed.ts';
import { usePrintedMs } from './use-printed-range.ts';
import { useTexts } from './use-texts.ts';

export interface PrintedAsOfProps {
  readonly connection: ConnectionState;
  /** When data last arrived from the server, by this browser's clock. */
  readonly heardMs: EpochMs | undefined;
  /** How far the server's clock is ahead of this browser's. */
  readonly clockOffsetMs?: DurationMs;
  /** By default the browser's own. */
  readonly timeZone?: string | undefined;
  /** How final the printed results are; empty while the race is open. */
  readonly standing?: string;
}

/** The moment of the data, on paper only: a printed list goes out of date. */
export function PrintedAsOf(props: PrintedAsOfProps): ReactNode {
  const { connection, heardMs, clockOffsetMs = 0, timeZone, standing = '' } = props;
  const { common, printed } = useTexts();
  const printedMs = usePrintedMs();
  const atMs = connection === 'live' ? printedMs : heardMs;
  if (printedMs === undefined || atMs === undefined) return null;
  const moment = common.dates.moment(atMs + clockOffsetMs, timeZone);
  return <p className="printed">{joinParts([printed.asOf(moment), standing])}</p>;
}
