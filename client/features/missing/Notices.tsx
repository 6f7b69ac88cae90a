import { describeClockError } from '#shared/model/clock-error.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { labelEvent } from '#shared/format/label-event.ts';
import { EVENTS } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

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
}

/** What there is to know of the service itself, one banner each; nothing while all is well. */
export function Notices({ notices }: NoticesProps): ReactNode {
  return notices.map((notice) => {
    const text = describeNotice(notice);
    if (text === undefined) return null;
    return (
      <Banner key={JSON.stringify(notice)} kind="notice">
        {text}
      </Banner>
    );
  });
}

/** Undefined for a kind that this page does not know. */
export function describeNotice(notice: Notice): string | undefined {
  switch (notice.kind) {
    case 'clock':
      return (
        `The clock at the scanner ${notice.source} is ${describeClockError(notice.aheadMs)} the right time. ` +
        'Reads that have no time of their own are wrong by as much: set that computer’s clock.'
      );
    case 'unreadable': {
      const what =
        notice.field === '' ? 'What the record holds under' : `${notice.field} among the`;
      return `${what} ${notice.hash} cannot be read (${notice.reason}). The rest of the race goes on without it.`;
    }
    case 'more-unreadable':
      return `${notice.count} more records cannot be read.`;
    case 'problem':
      return notice.text;
    default:
      return notice satisfies never;
  }
}
