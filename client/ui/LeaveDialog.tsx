import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { afterOverlays } from './overlays.ts';
import { findIndex, holdPushes, holdSteps } from './page-history.tsx';

/** Asks whether typed text may be discarded; `go` leaves. */
type AskToLeave = (go: () => void) => void;

const guards = new Set<AskToLeave>();

/** Leaves at once, or after the {@link LeaveDialog} of unsaved text was confirmed. */
export function leaveGuarded(go: () => void): void {
  const ask = [...guards].at(-1);
  if (ask) ask(go);
  else go();
}

/**
 * Asks before unsaved text is discarded. While `isOn`, links, the back button and a sign-out wait for the answer, and
 * the browser asks before it closes the page.
 */
export function LeaveDialog({ isOn }: { readonly isOn: boolean }): ReactNode {
  const [leave, setLeave] = useState<{ readonly go: () => void }>();
  useEffect(() => {
    if (!isOn) return undefined;
    const ask: AskToLeave = (go) => setLeave({ go });
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const releasePushes = holdPushes((pathname, go) => {
      if (pathname === location.pathname) return false;
      ask(() => afterOverlays(go));
      return true;
    });
    const releaseSteps = holdStepsAway(ask);
    guards.add(ask);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      releasePushes();
      releaseSteps();
      guards.delete(ask);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isOn]);
  return (
    leave && (
      <ConfirmDialog
        title="Leave without saving?"
        confirmLabel="Leave and lose the changes"
        kind="danger"
        isPassedByBack
        onConfirm={leave.go}
        onCancel={() => setLeave(undefined)}
      >
        <p>Your changes are not saved yet. Cancel goes back to them.</p>
      </ConfirmDialog>
    )
  );
}

/** Undoes each step away from the screen's history entry, and passes `ask` a function that repeats it. */
function holdStepsAway(ask: AskToLeave): () => void {
  const here = findIndex(history.state);
  let isReturning = false;
  let isLeaving = false;
  return holdSteps(({ state }) => {
    if (isLeaving) return false;
    if (isReturning) {
      isReturning = false;
      return true;
    }
    const there = findIndex(state);
    if (here === undefined || there === undefined || there === here) return false;
    isReturning = true;
    history.go(here - there);
    ask(() => {
      afterOverlays(() => {
        isLeaving = true;
        history.go(there - here);
      });
    });
    return true;
  });
}
