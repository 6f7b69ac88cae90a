import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { useLocation } from 'react-router-dom';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { findScreen } from '#shared/wire/screens.ts';
import { ConnectionBadge } from '#client/ui/ConnectionBadge.tsx';
import { leaveGuarded } from '#client/ui/LeaveDialog.tsx';
import { findBarPath, listScreens, SCREENS } from '#client/ui/organisers-screens.ts';
import { PrintedAsOf } from '#client/ui/PrintedAsOf.tsx';
import { ToolsMenu } from '#client/ui/ToolsMenu.tsx';
import { useScrollStrip } from '#client/ui/use-scroll-strip.ts';
import { useRollCall } from '../rollcall/use-roll-call.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { useLists, useOrganisersFeed } from '../lists/ListsProvider.tsx';
import { OwnAccount } from '../session/OwnAccount.tsx';
import { useOrganiser, useMay, useSessionStore } from '../session/use-session.ts';
import styles from './TopBar.module.css';
import { hasStarted, useConfig } from '../config/fetched-config.ts';
import { useTick } from '#client/ui/use-tick.ts';

/** The title of the race, as soon as it is known. */
function usePageTitle(): string {
  const { data } = useConfig();
  return data?.pageTitle ?? 'Loading...';
}

/** How many are on course (SCREENS.md SO10), highlighted once the race is on. */
function OutThereCount(): ReactNode {
  const { data } = useConfig();
  const nowMs = useTick(true);
  const isOn = data !== undefined && hasStarted(data, nowMs);
  const count = useRollCall(data ?? DEFAULT_CONFIG, nowMs)?.counts['on-course'] ?? 0;
  if (count === 0) return null;
  return (
    <span
      className={styles.count}
      title="On course"
      data-testid="missing-count"
      data-quiet={!isOn || undefined}
    >
      {count}
      <span className="visually-hidden"> on course</span>
    </span>
  );
}

/** The name of the race, the links to every screen, how fresh the lists are, and who is signed in. */
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
  const inBar = listScreens(may).filter(({ under }) => under === undefined);
  const openPath = findBarPath(pathname);
  const openIndex = inBar.findIndex(({ path }) => path === openPath);
  const nav = useRef<HTMLElement>(null);
  // On a phone the screens scroll sideways.
  useScrollStrip(nav, `a:nth-child(${openIndex + 1})`);

  return (
    <>
      <header className={styles.bar}>
        <div className={styles.content}>
          <Link className={styles.title} to="/" title="To the results">
            {title}
          </Link>
          <nav ref={nav} className={styles.screens} aria-label="Screens">
            {inBar.map(({ path, name }, index) => (
              <Link key={path} to={path} aria-current={index === openIndex ? 'page' : undefined}>
                {name}
                {path === SCREENS.missing.path ? <OutThereCount /> : null}
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
            <OwnAccount email={email} className={styles.email} />
            <button
              type="button"
              className={styles.leave}
              onClick={() => leaveGuarded(() => void session.signOut())}
            >
              Sign out
            </button>
          </div>
        </div>
      </header>
      <PrintedAsOf connection={connection} heardMs={heardMs} />
    </>
  );
}
