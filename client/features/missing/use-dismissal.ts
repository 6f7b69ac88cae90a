import type { DismissReply, UnassignedBandBody } from '#shared/wire/missing-api.ts';
import { useMutation } from '@tanstack/react-query';

import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import type { News } from '#client/organisers/runners/news.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { isPutAside } from './missing-view.ts';

/** Puts a band aside or brings it back, and tells what came of it; one at a time. */
export function useDismissal(
  setNews: (news: News | undefined) => void,
): (band: UnassignedBandBody) => void {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { mutate, isPending } = useMutation({
    mutationFn: (band: UnassignedBandBody) => {
      const path = `/mia/${band.bandID}`;
      return isPutAside(band)
        ? calls.send<DismissReply>('POST', `${path}/undismiss`)
        : calls.send<DismissReply>('POST', `${path}/dismiss`, { scans: band.scans });
    },
    onSuccess: (_, band) => {
      setNews({
        text: isPutAside(band)
          ? `Brought back: band ${band.bandID}`
          : `Dismissed: band ${band.bandID}. It comes back when it is scanned again.`,
      });
      return feed.settle(undefined);
    },
    onError: (error) => {
      setNews({ text: messageOf(error), tone: 'alert' });
    },
  });
  return (band) => {
    // A second tap on the same spot would take the first one back.
    if (!isPending) mutate(band);
  };
}
