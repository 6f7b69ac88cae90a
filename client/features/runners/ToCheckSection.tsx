import { Only } from '#client/organisers/session/Only.tsx';
import { type ReactNode, useState } from 'react';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { nameCheck } from '#client/organisers/lists/left-checks.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import { useMove } from './use-runner-history.ts';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { describeCheck } from './describe-check.ts';
import { ListSection, Tile, TileButton, Tiles } from './ListSection.tsx';
import type { EntryToCheck } from './missing-view.ts';
import type { CheckReason, RunnerToCheck } from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';

export interface ToCheckSectionProps {
  readonly entries: readonly EntryToCheck[];
  /** How many there are in all; undefined for the result of a search. */
  readonly count: number | undefined;
  readonly left: readonly RunnerToCheck[];
  readonly isAlone: boolean;
  readonly config: RaceConfig;
  readonly onShowAll: () => void;
  /** With the band to put into the form, if it is another one. */
  readonly onOpen: (runnerId: string, band?: string) => void;
}

/** Rows shown in the side column, so that the bands below stay in reach. */
const FIRST = 8;
/** The reasons that a runner moved in mid-race shows: their reads are those of another course. */
const MOVED: ReadonlySet<CheckReason['kind']> = new Set(['other-course', 'missed', 'no-start']);
/** Each asks for a search of the log; runners further down have it in their form. */
const MOST_ASKED = 24;

/** Runners to check, and why (RULES.md MS7). */
export function ToCheckSection(props: ToCheckSectionProps): ReactNode {
  const { entries, left, isAlone, config, onShowAll, onOpen } = props;
  const { count = entries.length } = props;
  const { everyone } = useLists();
  const hasQuery = props.count === undefined;
  const control = useControl();
  const [isLeftShown, setIsLeftShown] = useState(false);
  if (entries.length + left.length === 0 && (hasQuery || !isAlone)) return null;
  const shown = isAlone ? entries : entries.slice(0, FIRST);
  const unlisted = count - entries.length;
  const findRunner = (id: string) => everyone.find(({ runnerId }) => runnerId === id);
  return (
    <ListSection id="to-check" title="To check" count={count}>
      {entries.length === 0 ? (
        <EmptyNote>
          <p>Nobody: no read is missing, out of place or too early.</p>
        </EmptyNote>
      ) : (
        <Tiles>
          {shown.map(({ runner, reasons }, at) => (
            <Tile key={runner.runnerId}>
              <button
                type="button"
                className="bare-button fills anywhere text-left hovers inner-focus px-3.5 py-2"
                data-check={runner.runnerId}
                onClick={() => onOpen(runner.runnerId)}
              >
                <Reasons
                  entry={{ runner, reasons }}
                  config={config}
                  findRunner={findRunner}
                  isMoveAsked={at < MOST_ASKED && reasons.some(({ kind }) => MOVED.has(kind))}
                />
              </button>
              <Only right="runners:edit">
                {reasons.map((reason) => {
                  const other = reason.kind === 'swap' ? findRunner(reason.runnerId) : undefined;
                  return other?.raceNumber ? (
                    <TileButton
                      key={reason.kind}
                      onClick={() => onOpen(runner.runnerId, other.raceNumber)}
                    >
                      Swap…{' '}
                      <span className="visually-hidden">
                        {nameRunner(runner)} and {nameRunner(other)}
                      </span>
                    </TileButton>
                  ) : null;
                })}
              </Only>
              <Only right="control:write">
                <TileButton
                  title="Correct as it is. It comes back if another reason turns up"
                  onClick={() => {
                    const subject = nameCheck({ runnerId: runner.runnerId, reasons: [...reasons] });
                    control.write.mutate({ kind: 'left', subject });
                  }}
                >
                  Ignore <span className="visually-hidden">{nameRunner(runner)}</span>
                </TileButton>
              </Only>
            </Tile>
          ))}
        </Tiles>
      )}
      {shown.length < entries.length ? (
        <Button onClick={onShowAll}>{`Show all ${count} to check`}</Button>
      ) : null}
      {shown.length === entries.length && unlisted > 0 ? (
        <p className="muted mb-2.5">{`${unlisted} more will appear as these are settled.`}</p>
      ) : null}
      {control.write.error || control.remove.error ? (
        <Banner kind="alert">{messageOf(control.write.error ?? control.remove.error)}</Banner>
      ) : null}
      {left.length > 0 ? (
        <Button aria-expanded={isLeftShown} onClick={() => setIsLeftShown(!isLeftShown)}>
          {left.length} ignored
        </Button>
      ) : null}
      {isLeftShown && left.length > 0 ? (
        <Tiles label="Ignored">
          {left.map((one) => {
            const runner = findRunner(one.runnerId);
            const entry = control.find({ kind: 'left', subject: nameCheck(one) });
            if (!runner || !entry) return null;
            return (
              <Tile key={one.runnerId}>
                <div className="fills anywhere px-3.5 py-2">
                  <Reasons
                    entry={{ ...one, runner }}
                    config={config}
                    findRunner={findRunner}
                    isMoveAsked={false}
                  />
                </div>
                <Only right="control:write">
                  <TileButton onClick={() => control.remove.mutate(entry)}>
                    Bring back <span className="visually-hidden">{nameRunner(runner)}</span>
                  </TileButton>
                </Only>
              </Tile>
            );
          })}
        </Tiles>
      ) : null}
    </ListSection>
  );
}

interface ReasonsProps {
  readonly entry: EntryToCheck;
  readonly config: RaceConfig;
  readonly findRunner: (runnerId: string) => AdminRunner | undefined;
  readonly isMoveAsked: boolean;
}

/** Who it is and why, with a note if they were moved to this distance (RULES.md RC10). */
function Reasons(props: ReasonsProps): ReactNode {
  const { entry, config, findRunner, isMoveAsked } = props;
  const { runner, reasons } = entry;
  const move = useMove(runner, config, isMoveAsked);
  return (
    <>
      <strong className="bold">
        <bdi>{`${runner.firstName} ${runner.lastName}`.trim() || 'No name'}</bdi>
      </strong>{' '}
      <span className="text-s muted">
        {runner.bibNumber === '' ? 'no bib' : `bib ${runner.bibNumber}`} ·{' '}
        {describeEntry({ ...runner, runClub: '' }, config)}
      </span>
      {reasons.map((reason) => (
        <span key={JSON.stringify(reason)} className="block text-m mt-[3px] leading-snug">
          {describeCheck(reason, runner, config, findRunner)}
        </span>
      ))}
      {move === undefined ? null : (
        <span className="block text-m semibold mt-[3px] leading-snug">{move}</span>
      )}
    </>
  );
}
