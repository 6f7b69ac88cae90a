import { describeClockError } from '#shared/model/clock-error.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';

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
