import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';

import styles from './SavingNote.module.css';

/** How long an answer may take before the form says that it is still waiting. */
const SLOW_MS = 5_000;

/** Tells, beside the button, that a save is on its way; always there, so that a screen reader speaks it. */
export function SavingNote({ isSaving }: { readonly isSaving: boolean }): ReactNode {
  return <output className={styles.note}>{isSaving ? <Waiting /> : null}</output>;
}

function Waiting(): ReactNode {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsSlow(true);
    }, SLOW_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isSlow ? 'Saving… Still no answer; nothing is lost.' : 'Saving…';
}
