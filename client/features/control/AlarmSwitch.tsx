import { type ReactNode, useEffect, useId, useMemo, useSyncExternalStore } from 'react';

import type { AlarmsOrder, AlarmsReply } from '#shared/wire/push-api.ts';
import type { Calls } from '#client/organisers/calls/calls.ts';
import { useCalls, useOrganiser, useSession } from '#client/organisers/session/use-session.ts';
import { openBrowserPush } from '#client/spectators/push/open-browser-push.ts';
import type { PushNews, PushState } from '#client/spectators/push/push-news.ts';
import { Button } from '#client/ui/Button.tsx';
import {
  keptAlarms,
  registerAlarmsWorker,
  untilAlarmsReady,
} from '#client/worker/alarms-worker.ts';
import { fetchPush } from '#client/worker/push-subscription.ts';

const WORDS: Readonly<Record<Exclude<PushState, 'none'>, string>> = {
  install: 'On an iPhone, add this page to the home screen first (Share → Add to Home Screen)',
  denied: 'This browser’s settings block notifications',
  off: 'Anything new and urgent on this list, even while no page is open',
  on: 'This browser notifies you of anything new and urgent, even while no page is open',
};

/** Turns alarms in this browser on or off, where there is Web Push. */
export function AlarmSwitch(): ReactNode {
  const calls = useCalls();
  const { email, role } = useOrganiser();
  const { kind } = useSession();
  const push = useMemo(() => openAlarms(calls), [calls]);
  const headingId = useId();
  const { state, isFailed } = useSyncExternalStore(push.subscribe, push.getSnapshot);
  useEffect(() => {
    // Sent again whenever the screen opens or somebody signs in: the alarms may now follow another organiser's rights.
    if (kind !== 'signed-in') return;
    push.follow({ runners: [email, role, String(Date.now())], clubs: [], language: 'en' });
    void push.look();
  }, [push, email, role, kind]);
  if (state === 'none') return null;
  const isOn = state === 'on';
  return (
    <section className="panel row gap-x-3 gap-y-0.5" aria-labelledby={headingId}>
      <h2 id={headingId} className="heading">
        Alarms
      </h2>
      <output className="flex-[1_1_6rem] text-m text-muted">
        {isFailed ? 'Could not reach the server. Try again.' : WORDS[state]}
      </output>
      {isOn || state === 'off' ? (
        <Button onClick={() => void (isOn ? push.turnOff() : push.turnOn())}>
          {isOn ? 'Turn off alarms' : 'Turn on alarms'}
        </Button>
      ) : null}
    </section>
  );
}

/** The same as for spectators who follow runners, but with a subscription of its own in the organiser's name. */
function openAlarms(calls: Calls): PushNews {
  return openBrowserPush({
    getRegistration: registerAlarmsWorker,
    untilReady: untilAlarmsReady,
    kept: keptAlarms,
    onEnded: () => undefined,
    ask: async (path, body) => {
      if (path !== '/push/subscribe' || !body || !('keys' in body)) return fetchPush(path, body);
      const { endpoint, keys } = body;
      const order: AlarmsOrder = { endpoint, keys };
      return Response.json(await calls.send<AlarmsReply>('POST', '/alarms', order));
    },
  });
}
