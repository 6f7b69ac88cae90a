import { describeNotice } from '#client/organisers/texts/describe-notice.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Link } from '#client/ui/Link.tsx';
import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

/** Says that those listed here are now DNF, since the race or their distance is closed. */
export function ClosedNotice({ config }: { readonly config: RaceConfig }): ReactNode {
  const closed = describeClosed(config);
  return closed === undefined ? null : (
    <Banner kind="notice">
      {closed} Anyone {config.closed ? '' : 'in it '}who was seen and did not finish shows as DNF in
      the results; a finish scan or an override time still counts.
    </Banner>
  );
}

/** `The race is closed.`, `Half and Full are closed.`; undefined while all is open. */
export function describeClosed(config: RaceConfig): string | undefined {
  if (config.closed) return 'The race is closed.';
  const names = coursesOf(config)
    .events.filter((event) => config.closedEvents[event])
    .map((event) => labelEvent(event, config));
  if (names.length === 0) return undefined;
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} closed.`;
}

export interface NoticesProps {
  readonly notices: readonly Notice[];
  readonly timeZone: string;
}

/** Notices about the service itself, one banner each; nothing while all is well. */
export function Notices({ notices, timeZone }: NoticesProps): ReactNode {
  return notices.map((notice) => {
    const text = describeNotice(notice, timeZone);
    if (text === undefined) return null;
    return (
      <Banner key={JSON.stringify(notice)} kind="notice">
        {text}
        {notice.kind === 'clock-suspected' || notice.kind === 'sources-swapped' ? (
          <>
            {' '}
            <Link to={ORGANISERS_SCREENS.reads}>See the reads</Link>
          </>
        ) : null}
      </Banner>
    );
  });
}
