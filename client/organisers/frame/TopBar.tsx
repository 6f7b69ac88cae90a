import { type ReactNode, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { countInNeed } from '#shared/control/past-cut-offs.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { ConnectionBadge } from '#client/ui/ConnectionBadge.tsx';
import { leaveGuarded } from '#client/ui/LeaveDialog.tsx';
import { Link } from '#client/ui/Link.tsx';
import { AREAS, findOpenScreen, listScreens, SCREENS } from '#client/ui/organisers-screens.ts';
import { PrintedAsOf } from '#client/ui/PrintedAsOf.tsx';
import { ToolsMenu } from '#client/ui/ToolsMenu.tsx';
import { useScrollStrip } from '#client/ui/use-scroll-strip.ts';
import { type FetchedConfig, useConfig } from '../config/fetched-config.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { useRaceClock } from '../lists/race-clock.tsx';
import { useExpectedTimes } from '../rollcall/use-expected-times.ts';
import { usePastCutOffs } from '../rollcall/use-past-cut-offs.ts';
import { useRollCall } from '../rollcall/use-roll-call.ts';
import { OwnAccount } from '../session/OwnAccount.tsx';
import { useMay, useOrganiser, useSessionStore } from '../session/use-session.ts';

function NeedCount(): ReactNode {
  const { data } = useConfig();
  return data === undefined ? null : <NeedCountOf config={data} />;
}

function NeedCountOf({ config }: { readonly config: FetchedConfig }): ReactNode {
  const nowMs = useRaceClock().nowMs;
  const rollCall = useRollCall(config, nowMs);
  const { times } = useExpectedTimes((rollCall?.counts['on-course'] ?? 0) > 0);
  const { groups: pastCutOffs, context } = usePastCutOffs(rollCall, config, nowMs);
  const { rules } = context;
  const count = useMemo(
    () => (rollCall ? countInNeed(rollCall, { times, pastCutOffs, rules, nowMs }) : 0),
    [rollCall, times, pastCutOffs, rules, nowMs],
  );
  if (count === 0) return null;
  return (
    <span
      className="bold min-w-[22px] rounded-md bg-[#a5301c] px-[7px] py-px text-center text-xs text-[#ffffff]"
      title="Runners to look for now"
      data-testid="need-count"
    >
      {count}
      <span className="visually-hidden"> to look for now</span>
    </span>
  );
}

export function TopBar(): ReactNode {
  const title = useConfig().data?.pageTitle ?? 'Loading...';
  const { email } = useOrganiser();
  const may = useMay();
  const { connection, heardMs } = useLists();
  const session = useSessionStore();
  const { pathname } = useLocation();
  const signOut = (): void => leaveGuarded(() => void session.signOut());
  const screens = listScreens(may);
  const open = findOpenScreen(pathname);
  const areas = AREAS.flatMap((area) => {
    const first = screens.find((each) => each.area === area);
    return first ? [{ area, path: first.path }] : [];
  });
  const tabs = screens.filter(({ area }) => area === open?.area);
  const nav = useRef<HTMLElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  // On a phone both rows scroll sideways.
  useScrollStrip(nav, `a:nth-child(${areas.findIndex(({ area }) => area === open?.area) + 1})`);
  useScrollStrip(strip, '[aria-current]');

  return (
    <>
      <header className="unprinted @container/bar relative z-20 bg-banner text-on-banner">
        <div className="row mx-auto min-h-14 w-max min-w-[min(100%,var(--desk))] max-w-full gap-x-4 gap-y-1 pt-1 pr-(--gutter-right) pl-(--gutter-left) @max-[41em]/bar:gap-x-2.5 @max-[41em]/bar:gap-y-0">
          <Link
            className="shrinks bold anywhere touch no-underline flex flex-[0_1_auto] items-center leading-tight text-inherit focus-visible:-outline-offset-2 focus-visible:outline-on-banner @max-[70em]/bar:flex-[1_1_6rem] @max-[41em]/bar:basis-[5rem]"
            to="/"
            title="To the results"
          >
            {title}
          </Link>
          <nav
            ref={nav}
            className="scroll-strip relative flex min-h-14 max-w-full flex-[1_0_auto] gap-[15px] self-stretch text-m @max-[41em]/bar:gap-2.5 @max-[70em]/bar:order-1 @max-[70em]/bar:min-h-11 @max-[70em]/bar:flex-[1_0_100%]"
            aria-label="Screens"
          >
            {areas.map(({ area, path }) => (
              <Link
                key={area}
                className="flex min-w-11 flex-none items-center justify-center gap-[7px] border-y-[3px] border-transparent font-strong whitespace-nowrap text-on-banner-muted no-underline hover:text-on-banner focus-visible:-outline-offset-2 focus-visible:outline-on-banner aria-[current]:border-b-live aria-[current]:text-on-banner"
                to={path}
                aria-current={area === open?.area ? 'true' : undefined}
              >
                {area}
                {area === SCREENS.rollcall.area ? <NeedCount /> : null}
              </Link>
            ))}
          </nav>
          <div className="rigid">
            <ToolsMenu may={may} />
          </div>
          <div className="rigid">
            <ConnectionBadge connection={connection} heardMs={heardMs} pollMs={ADMIN_POLL_MS} />
          </div>
          <div className="line shrinks flex-[0_1_auto] gap-2.5 text-s @max-[82em]/bar:flex-[1_1_9rem] @max-[82em]/bar:justify-end @max-[41em]/bar:flex-[0_1_auto]">
            <OwnAccount email={email} onSignOut={signOut} />
            <button
              type="button"
              // On a phone it is in the account dialog alone.
              className={`bare-button rigid touch px-1.5 text-on-banner-muted underline focus-visible:outline-on-banner ${session.providerKind === 'local' ? '@max-[41em]/bar:hidden' : ''}`}
              onClick={signOut}
            >
              Sign out
            </button>
          </div>
        </div>
        {tabs.length > 1 ? (
          <nav className="border-b border-line bg-surface text-ink" aria-label={open?.area}>
            <div
              ref={strip}
              className="scroll-strip relative mx-auto flex w-full max-w-(--desk) gap-x-5 pr-(--gutter-right) pl-(--gutter-left)"
            >
              {tabs.map(({ path, name }) => (
                <Link
                  key={path}
                  className="touch no-underline rigid nowrap min-w-11 content-center border-y-2 text-center border-transparent text-m text-muted aria-[current]:border-b-accent aria-[current]:font-strong aria-[current]:text-ink"
                  to={path}
                  aria-current={path === open?.path ? 'page' : undefined}
                >
                  {name}
                </Link>
              ))}
            </div>
          </nav>
        ) : null}
      </header>
      <PrintedAsOf connection={connection} heardMs={heardMs} />
    </>
  );
}
