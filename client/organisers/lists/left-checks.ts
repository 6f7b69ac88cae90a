import { type ControlEntry, MAX_SUBJECT } from '#shared/model/decisions.ts';
import type { CheckReason, RunnerToCheck, ToCheck } from '#shared/wire/missing-api.ts';

/** Separates runners to check from those whose present reasons were all reviewed and ignored (RULES.md RC7). */
export function splitChecks(
  toCheck: ToCheck,
  control: readonly ControlEntry[],
): { readonly open: ToCheck; readonly left: readonly RunnerToCheck[] } {
  const subjects = new Set(
    control.flatMap(({ kind, subject }) => (kind === 'left' ? [subject] : [])),
  );
  const isLeft = (one: RunnerToCheck): boolean => subjects.has(nameCheck(one));
  const left = toCheck.runners.filter(isLeft);
  if (left.length === 0) return { open: toCheck, left };
  const runners = toCheck.runners.filter((one) => !isLeft(one));
  return { open: { count: toCheck.count - left.length, runners }, left };
}

/** The subject of a runner's review, which changes with the reasons. */
export function nameCheck({ runnerId, reasons }: RunnerToCheck): string {
  const evidence = reasons.map(nameReason).toSorted().join(' ');
  return `check:${runnerId}:${evidence}`.slice(0, MAX_SUBJECT);
}

/** A key of the reason, without values that change during the race. */
function nameReason(reason: CheckReason): string {
  switch (reason.kind) {
    case 'early-finish':
    case 'other-course':
    case 'missed':
      return `${reason.kind}-${reason.points.join()}`;
    case 'fast-leg':
      return `${reason.kind}-${reason.from},${reason.to},${reason.legMs}`;
    case 'same-bib':
      return `${reason.kind}-${reason.runnerId}`;
    case 'by-hand':
      return `${reason.kind}-${reason.point},${reason.atMs}`;
    case 'late':
      return `${reason.kind}-${reason.point}`;
    case 'no-start':
      return reason.kind;
    default:
      return reason satisfies never;
  }
}
