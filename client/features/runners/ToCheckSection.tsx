import { listOf } from '#client/organisers/texts/count-words.ts';
import { Only } from '#client/organisers/session/Only.tsx';
import type { ReactNode } from 'react';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { nameCheck } from '#client/organisers/lists/left-checks.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { describeTimeConflict } from '#client/organisers/texts/describe-time-conflict.ts';
import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { useWorkspace } from './use-workspace.ts';
import { ListSection, Tile, TileButton, Tiles } from './ListSection.tsx';
import type { EntryToCheck } from './missing-view.ts';
import type { CheckReason } from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export interface ToCheckSectionProps {
  readonly entries: readonly EntryToCheck[];
  /** The number of all; a very long list is not sent whole. */
  readonly count: number;
  /** Ignored ones, which can be brought back. */
  readonly isIgnored?: boolean;
  readonly isAlone: boolean;
  readonly onOpen: (runnerId: string) => void;
}

/** Runners to check, and why (RULES.md MS7). */
export function ToCheckSection(props: ToCheckSectionProps): ReactNode {
  const { entries, count, isIgnored = false, isAlone, onOpen } = props;
  const { write, remove, find } = useControl();
  if (entries.length === 0) return null;
  const press = (entry: EntryToCheck): void => {
    const review = { kind: 'left', subject: nameCheck(entry) } as const;
    const ignored = find(review);
    if (!isIgnored) write.mutate(review);
    else if (ignored) remove.mutate(ignored);
  };
  return (
    <ListSection
      id={isIgnored ? 'ignored' : 'to-check'}
      title={isIgnored ? 'Ignored until there is another reason' : 'To check'}
      count={count}
    >
      <Tiles items={entries} isAlone={isAlone}>
        {(entry) => (
          <CheckTile
            key={entry.runner.runnerId}
            entry={entry}
            verb={isIgnored ? 'Bring back' : 'Ignore'}
            onPress={() => press(entry)}
            onOpen={onOpen}
          />
        )}
      </Tiles>
      {count > entries.length ? (
        <p className="muted mb-2.5">{`${count - entries.length} more will appear once these are done.`}</p>
      ) : null}
      <Failure error={write.error ?? remove.error} />
    </ListSection>
  );
}

interface CheckTileProps {
  readonly entry: EntryToCheck;
  readonly verb: string;
  readonly onPress: () => void;
  readonly onOpen: (runnerId: string) => void;
}

/** A runner and the reasons. */
function CheckTile(props: CheckTileProps): ReactNode {
  const { entry, verb, onPress, onOpen } = props;
  const { runner, reasons } = entry;
  const { byId } = useLists();
  const { config } = useWorkspace().clock;
  return (
    <Tile>
      <button
        type="button"
        className="bare-button fills anywhere text-left hovers inner-focus px-3.5 py-2"
        data-check={runner.runnerId}
        onClick={() => onOpen(runner.runnerId)}
      >
        <strong className="bold">
          <bdi>{`${runner.firstName} ${runner.lastName}`.trim() || 'No name'}</bdi>
        </strong>{' '}
        <span className="text-s muted">
          {runner.bibNumber === '' ? 'no bib' : `bib ${runner.bibNumber}`} ·{' '}
          {describeEntry({ ...runner, runClub: '' }, config)}
        </span>
        {reasons.map((reason) => (
          <span key={JSON.stringify(reason)} className="block text-m mt-[3px] leading-snug">
            {describeCheck(reason, runner, config, byId)}
          </span>
        ))}
      </button>
      <Only right="control:write">
        <TileButton onClick={onPress}>
          {verb} <span className="visually-hidden">{nameRunner(runner)}</span>
        </TileButton>
      </Only>
    </Tile>
  );
}

/** Why a runner is on the list to check (RULES.md MS7); undefined for a reason unknown to this page. */
export function describeCheck(
  reason: CheckReason,
  runner: AdminRunner,
  config: RaceConfig,
  byId: ReadonlyMap<string, AdminRunner>,
): string | undefined {
  const race = labelEvent(runner.event, config);
  const name = (point: string): string => describePoint(point, config, runner.event);
  const list = (points: readonly string[]): string => listOf(points.map(name));
  switch (reason.kind) {
    case 'by-hand':
      return describeTimeConflict(reason, runner.event, config);
    case 'early-finish':
      return `at the finish at ${describeTimeOfDay(reason.atMs, config.timeZone)}, and only then read at ${list(reason.points)}: read there on the way out, or by a wrong clock`;
    case 'other-course': {
      const verb = reason.points.length === 1 ? 'is' : 'are';
      return `read at ${list(reason.points)}, which ${verb} not on the ${race}`;
    }
    case 'fast-leg': {
      const { from, to, legMs, othersMs, asFast } = reason;
      const who = asFast === 1 ? 'nobody else' : `only ${asFast}`;
      const least = formatLeg(othersMs);
      return `${name(from)} to ${name(to)} in ${formatLeg(legMs)}; ${who} took under ${least}`;
    }
    case 'same-bib': {
      const other = byId.get(reason.runnerId);
      const named = other ? `${other.firstName} ${other.lastName}`.trim() : 'somebody else';
      const more = reason.others === 1 ? '' : ` and ${reason.others - 1} more`;
      return `bib ${runner.bibNumber} is also ${named || 'somebody without a name'}${more}`;
    }
    case 'missed':
      return `not read at ${list(reason.points)} though seen at ${reason.later === 'finish' ? 'the finish' : name(reason.later)}`;
    case 'late': {
      const point = reason.point === 'finish' ? 'the finish' : name(reason.point);
      return `through ${point} ${formatLeg(reason.lateMs)} after it closed`;
    }
    case 'no-start':
      return `not read at the start, unlike others in the ${race}`;
    default:
      reason satisfies never;
      return undefined;
  }
}

/** `4:10`, `19:00`, `1:04:10`. */
function formatLeg(spanMs: number): string {
  return formatElapsed(spanMs).replace(/^0:0?/, '');
}
