import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { countInNeed } from '#shared/control/in-need.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { findScreen } from '#shared/wire/screens.ts';
import { ConnectionBadge } from '#client/ui/ConnectionBadge.tsx';
import { leaveGuarded } from '#client/ui/LeaveDialog.tsx';
import { Link } from '#client/ui/Link.tsx';
import { AREAS, findOpenScreen, listScreens, SCREENS } from '#client/ui/organisers-screens.ts';
import { PrintedAsOf } from '#client/ui/PrintedAsOf.tsx';
import { ToolsMenu } from '#client/ui/ToolsMenu.tsx';
import { useScrollStrip } from '#client/ui/use-scroll-strip.ts';
import { type FetchedConfig, useConfig } from '../config/fetched-config.ts';
import { useLists, useOrganisersFeed } from '../lists/ListsProvider.tsx';
import { useRaceNow } from '../lists/use-race-now.ts';
import { useExpectedTimes } from '../rollcall/use-expected-times.ts';
import { usePastCutOffs } from '../rollcall/use-past-cut-offs.ts';
import { useRollCall } from '../rollcall/use-roll-call.ts';
import { OwnAccount } from '../session/OwnAccount.tsx';
import { useMay, useOrganiser, useSessionStore } from '../session/use-session.ts';
import styles from './TopBar.module.css';

/** The title of the race, as soon as it is known. */
function usePageTitle(): string {
  const { data } = useConfig();
  return data?.pageTitle ?? 'Loading...';
}

/** How many runners need somebody now. */
function NeedCount(): ReactNode {
  const { data } = useConfig();
  return data === undefined ? null : <NeedCountOf config={data} />;
}

function NeedCountOf({ config }: { readonly config: FetchedConfig }): ReactNode {
  const nowMs = useRaceNow(config);
  const rollCall = useRollCall(config, nowMs);
  const times = useExpectedTimes((rollCall?.counts['on-course'] ?? 0) > 0);
  const { groups: pastCutOffs, context } = usePastCutOffs(rollCall, config, nowMs);
  const { rules } = context;
  const count = useMemo(
    () => (rollCall ? countInNeed(rollCall, { times, pastCutOffs, rules, nowMs }) : 0),
    [rollCall, times, pastCutOffs, rules, nowMs],
  );
  if (count === 0) return null;
  return (
    <span className={styles.count} title="Runners to look for now" data-testid="need-count">
      {count}
      <span className="visually-hidden"> to look for now</span>
    </span>
  );
}

/** The name of the race, the areas and the screens of the open one, how fresh the lists are, and who is signed in. */
export function TopBar(): ReactNode {
  const title = usePageTitle();
  const { email } = useOrganiser();
  const may = useMay();
  const { connection, heardMs } = useLists();
  const session = useSessionStore();
  const { pathname } = useLocation();
  const feed = useOrganisersFeed();
  const screen = findScreen(pathname)?.name;
  useEffect(() => {
    if (screen !== undefined) feed.setDesk(screen);
  }, [feed, screen]);
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
      <header className={styles.bar}>
        <div className={styles.content}>
          <Link className={styles.title} to="/" title="To the results">
            {title}
          </Link>
          <nav ref={nav} className={styles.areas} aria-label="Screens">
            {areas.map(({ area, path }) => (
              <Link key={area} to={path} aria-current={area === open?.area ? 'true' : undefined}>
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
          <div className={styles.who}>
            <OwnAccount email={email} onSignOut={signOut} />
            <button
              type="button"
              className={styles.leave}
              data-more={session.providerKind === 'local' || undefined}
              onClick={signOut}
            >
              Sign out
            </button>
          </div>
        </div>
        {tabs.length > 1 ? (
          <nav className={styles.tabs} aria-label={open?.area}>
            <div ref={strip} className={styles.strip}>
              {tabs.map(({ path, name }) => (
                <Link
                  key={path}
                  className={styles.tab}
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
