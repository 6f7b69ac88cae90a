import { type ReactNode, useSyncExternalStore } from 'react';

import { otherBuild, reloadPage } from '#client/live/other-build.ts';

import styles from './NewVersion.module.css';
import { useTexts } from './use-texts.ts';

/** A bar at the foot of the page while the server is of another build: a click reloads. */
export function NewVersion(): ReactNode {
  const { getSnapshot, subscribe } = otherBuild;
  const { build } = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  const { newVersion } = useTexts().connection;
  if (build === undefined) return null;
  return (
    <button type="button" className={styles.bar} onClick={reloadPage}>
      {newVersion}
    </button>
  );
}
