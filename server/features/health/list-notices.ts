import type { Notice } from '#shared/wire/missing-api.ts';
import { noticeLostSaves } from '#server/race/lost-saves.ts';
import type { ClockSuspicions } from '#server/race/clock-suspicions.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { ScannerNote } from '#server/store/scanner-notes.ts';
import type { Unreadable } from '#server/store/unreadable.ts';

import type { Findings } from './redis-check.ts';
import type { SharedBands } from './shared-bands.ts';

/** The findings that are no sentences of `/readyz`: each screen words them itself. */
export function listOtherNotices(
  { clocks, silent, readers, lostSaves }: Findings,
  { count, named }: Unreadable,
  { suspicions, race }: { suspicions: Pick<ClockSuspicions, 'listNotices'>; race: LiveRace },
  sharedBands: SharedBands,
): Notice[] {
  return [
    ...clocks.map(({ source, aheadMs }): Notice => ({ kind: 'clock', source, aheadMs })),
    ...suspicions.listNotices(),
    ...silent.map(noticeSilence),
    ...readers.map(noticeReader),
    ...noticeLostSaves(lostSaves, race),
    ...sharedBands.list(),
    ...named.map((one): Notice => ({ kind: 'unreadable', ...one })),
    ...(count > named.length
      ? [{ kind: 'more-unreadable', count: count - named.length } as const]
      : []),
  ];
}

function noticeReader({ source, reader }: ScannerNote): Notice {
  return { kind: 'reader', source, ...reader };
}

function noticeSilence({ source, atMs, lastReadMs }: ScannerNote): Notice {
  const notice = { kind: 'silent-source', source, heardMs: atMs } as const;
  return lastReadMs === undefined ? notice : { ...notice, lastReadMs };
}
