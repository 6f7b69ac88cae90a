/** Asks whether what is typed may be left behind; `go` leaves. */
export type AskToLeave = (go: () => void) => void;

const guards = new Set<AskToLeave>();

/** Has `ask` asked before the screen is left; returns what ends it. */
export function guardLeaving(ask: AskToLeave): () => void {
  guards.add(ask);
  return () => {
    guards.delete(ask);
  };
}

/** Leaves at once, or when whoever has something to lose says so. */
export function leaveGuarded(go: () => void): void {
  const ask = [...guards].at(-1);
  if (ask) ask(go);
  else go();
}
