import { describeMoment, describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { describeClockError } from '#shared/model/clock-error.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Link } from '#client/ui/Link.tsx';
import { labelEvent } from '#shared/format/label-event.ts';
import { EVENTS } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

/** Says that those listed here are DNF by now, since the race or their distance is closed. */
export function ClosedNotice({ config }: { readonly config: RaceConfig }): ReactNode {
  const closed = describeClosed(config);
  return closed === undefined ? null : (
    <Banner kind="notice">
      {closed} Whoever {config.closed ? '' : 'of it '}is without a finish shows as DNF in the
      results; a finish scan or an override time still counts.
    </Banner>
  );
}

/** `The race is closed.`, `Half and Full are closed.`; undefined while all is open. */
export function describeClosed(config: RaceConfig): string | undefined {
  if (config.closed) return 'The race is closed.';
  const names = EVENTS.filter((event) => config.closedEvents[event]).map((event) =>
    labelEvent(event, config),
  );
  if (names.length === 0) return undefined;
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} closed.`;
}

export interface NoticesProps {
  readonly notices: readonly Notice[];
  readonly timeZone: string;
}

/** What there is to know of the service itself, one banner each; nothing while all is well. */
export function Notices({ notices, timeZone }: NoticesProps): ReactNode {
  return notices.map((notice) => {
    const text = describeNotice(notice, timeZone);
    if (text === undefined) return null;
    return (
      <Banner key={JSON.stringify(notice)} kind="notice">
        {text}
        {notice.kind === 'clock-suspected' ? (
          <>
            {' '}
            <Link to={ORGANISERS_SCREENS.reads}>Look at the reads</Link>
          </>
        ) : null}
      </Banner>
    );
  });
}

/** Undefined for a kind that this page does not know, and for what stands on every screen. */
export function describeNotice(notice: Notice, timeZone: string): string | undefined {
  switch (notice.kind) {
    case 'clock':
      return (
        `The clock at the scanner ${notice.source} is ${describeClockError(notice.aheadMs)} the right time. ` +
        'Reads that have no time of their own are wrong by as much: set that computer’s clock.'
      );
    case 'clock-suspected':
      return (
        `The reads of ${notice.source} do not fit those of the others: its clock seems to be ` +
        `${notice.shiftMs === undefined ? 'wrong' : `${describeClockError(-notice.shiftMs)} theirs`}.`
      );
    case 'silent-source':
      return (
        `${notice.source}: ${describeLastRead(notice, timeZone)}, its scanner stopped without an end ` +
        'or cannot reach Redis. Reads that were not sent wait on its computer: start it there again.'
      );
    case 'unreadable': {
      const what =
        notice.field === '' ? 'What the record holds under' : `${notice.field} among the`;
      return `${what} ${notice.hash} cannot be read (${notice.reason}). The rest of the race goes on without it.`;
    }
    case 'more-unreadable':
      return `${notice.count} more records cannot be read.`;
    case 'save-lost':
    case 'setting-lost':
    case 'more-saves-lost':
      return undefined;
    case 'problem':
      return notice.text;
    default:
      return notice satisfies never;
  }
}

/** With the day when that is not the one on which the scanner was last heard, as of a replay. */
function describeLastRead(
  { lastReadMs, heardMs }: Extract<Notice, { kind: 'silent-source' }>,
  timeZone: string,
): string {
  if (lastReadMs === undefined) return 'nothing read yet';
  const [readDay, heardDay] = [lastReadMs, heardMs].map((atMs) =>
    formatWallClock(atMs, timeZone).slice(0, 10),
  );
  const describe = readDay === heardDay ? describeTimeOfDay : describeMoment;
  return `last read ${describe(lastReadMs, timeZone)}`;
}
