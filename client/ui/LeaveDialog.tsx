import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { afterOverlays } from './overlays.ts';
import { findIndex, holdPushes, holdSteps } from './page-history.tsx';

/** Asks whether typed text may be discarded; `go` leaves. */
type AskToLeave = (go: () => void) => void;

const guards = new Set<AskToLeave>();

/** Calls `ask` before the screen is left; returns a function that stops it. */
function guardLeaving(ask: AskToLeave): () => void {
  guards.add(ask);
  return () => guards.delete(ask);
}

/** Leaves at once, or after the guard of unsaved text has agreed. */
export function leaveGuarded(go: () => void): void {
  const ask = [...guards].at(-1);
  if (ask) ask(go);
  else go();
}

interface Leaving {
  readonly go: () => void;
  readonly stay: () => void;
}

/**
 * While `isOn`, nobody leaves the screen without a question: a link, the back button and a sign-out wait for the
 * answer, and the browser asks before it closes the page. Returns the navigation to ask about.
 */
function useLeaveGuard(isOn: boolean): Leaving | undefined {
  const [leave, setLeave] = useState<{ readonly go: () => void }>();
  useEffect(() => {
    if (!isOn) return undefined;
    const ask = (go: () => void): void => setLeave({ go });
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const releasePushes = holdPushes((pathname, go) => {
      if (pathname === location.pathname) return false;
      ask(() => afterOverlays(go));
      return true;
    });
    const releaseSteps = holdStepsAway(ask);
    const stopGuarding = guardLeaving(ask);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      releasePushes();
      releaseSteps();
      stopGuarding();
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isOn]);
  return (
    leave && {
      go: leave.go,
      stay: () => setLeave(undefined),
    }
  );
}

/**
 * Holds steps through the history: returns to the entry of the screen, and passes on a function
 * that makes the step after all.
 */
function holdStepsAway(ask: (go: () => void) => void): () => void {
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

/** While `isOn`, asks before typed text is discarded. */
export function LeaveDialog({ isOn }: { readonly isOn: boolean }): ReactNode {
  const leaving = useLeaveGuard(isOn);
  if (!leaving) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave and lose the changes"
      kind="danger"
      isPassedByBack
      onConfirm={leaving.go}
      onCancel={leaving.stay}
    >
      <p>Your changes are not saved yet. Cancel goes back to them.</p>
    </ConfirmDialog>
  );
}
