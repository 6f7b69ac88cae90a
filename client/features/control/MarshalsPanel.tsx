import { Only } from '#client/organisers/session/Only.tsx';
import { type ReactNode, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { describeSpan } from '#client/organisers/texts/start-text.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import type { SuccessReply } from '#shared/wire/http-api.ts';
import { Link } from '#client/ui/Link.tsx';
import { Button } from '#client/ui/Button.tsx';
import { MarshalsDialog } from './MarshalsDialog.tsx';
import { listPasses } from './passes.ts';
import type { AlarmsOrder } from '#shared/wire/push-api.ts';
import type { Calls } from '#client/organisers/calls/calls.ts';
import { useCalls, useOrganiser, useSession } from '#client/organisers/session/use-session.ts';
import { openBrowserPush } from '#client/spectators/push/open-browser-push.ts';
import type { PushNews, PushState } from '#client/spectators/push/push-news.ts';
import {
  keptAlarms,
  registerAlarmsWorker,
  untilAlarmsReady,
} from '#client/worker/alarms-worker.ts';
import { fetchPush } from '#client/worker/push-subscription.ts';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';

/** One line about the marshals' phones; a button opens the passes. */
export function MarshalsPanel({ events }: { readonly events: readonly EventCode[] }): ReactNode {
  const { everyone, missing } = useLists();
  const isTimed = everyone.some(({ reports = [] }) => reports.some((report) => report.isTimed));
  const [isOpen, setIsOpen] = useState(false);
  const { config, nowMs } = useRaceClock();
  const courses = coursesOf(config);
  const passes = useMemo(
    () =>
      missing &&
      listPasses(
        missing.control,
        everyone.flatMap(({ reports = [] }) => reports),
        courses,
      ),
    [everyone, missing, courses],
  );
  const live = passes?.filter(({ untilMs }) => untilMs > nowMs) ?? [];
  const heardMs = Math.max(...live.map((pass) => pass.heardMs ?? -Infinity));
  return (
    <section className="panel row gap-x-3 gap-y-0.5" aria-labelledby="marshals">
      <h2 id="marshals" className="heading">
        Marshals’ phones
      </h2>
      <p className="flex-[1_1_6rem] text-m text-muted">
        {live.length === 1 ? '1 pass' : `${live.length || 'no'} passes`}
        {heardMs === -Infinity
          ? ''
          : `, last report ${describeSpan(Math.max(0, nowMs - heardMs))} ago`}
      </p>
      <Only right="control:write">
        <Button disabled={passes === undefined} onClick={() => setIsOpen(true)}>
          Passes…
        </Button>
      </Only>
      {isTimed ? (
        <Link className="link" to={`${ORGANISERS_SCREENS.reads}?verdict=hand-differs`}>
          Times by hand
        </Link>
      ) : null}
      {isOpen && passes ? (
        <MarshalsDialog passes={passes} events={events} onClose={() => setIsOpen(false)} />
      ) : null}
    </section>
  );
}

const ALARM_NOTES: Readonly<Record<Exclude<PushState, 'none'>, string>> = {
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
    // Sent whenever the screen opens or somebody signs in, since the alarms depend on the organiser's rights.
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
        {isFailed ? 'Could not reach the server. Try again.' : ALARM_NOTES[state]}
      </output>
      {isOn || state === 'off' ? (
        <Button onClick={() => void (isOn ? push.turnOff() : push.turnOn())}>
          {isOn ? 'Turn off alarms' : 'Turn on alarms'}
        </Button>
      ) : null}
    </section>
  );
}

/** As for spectators who follow runners, but with its own subscription in the organiser's name. */
function openAlarms(calls: Calls): PushNews {
  return openBrowserPush({
    getRegistration: registerAlarmsWorker,
    untilReady: untilAlarmsReady,
    kept: keptAlarms,
    ask: async (path, body) => {
      if (path !== '/push/subscribe' || !body || !('keys' in body)) return fetchPush(path, body);
      const { endpoint, keys } = body;
      const order: AlarmsOrder = { endpoint, keys };
      return Response.json(await calls.send<SuccessReply>('POST', '/alarms', order));
    },
  });
}
