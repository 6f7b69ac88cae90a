import { type ReactNode, useMemo, useState } from 'react';
import { coursesOf, type Courses } from '#shared/model/courses.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { nameCalled } from '#client/organisers/rollcall/describe-called.ts';
import { type CalledRunner, type RollCall, compareNames } from '#shared/control/roll-call.ts';
import { useReports, type NewReport } from '#client/organisers/rollcall/use-control.ts';
import { findRunners } from '#client/organisers/runners/find-runners.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { isolateText } from '#shared/format/isolate-text.ts';
import { describeLastWord, describeSighting } from './describe-to-do.ts';
import { listSightings, type UndecidedSighting } from '#shared/control/to-do.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { matchBib } from '#shared/format/match-bib.ts';
import { REPORTED_AS } from '#shared/model/decisions.ts';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export interface WhoWasItDialogProps {
  readonly seen: UndecidedSighting;
  readonly rollCall: RollCall;
  readonly onClose: () => void;
}

/** The most runners listed; others are found by typing. */
const MOST = 30;

/** Assigns a marshal's sighting to a runner, and reports it (RULES.md MA4). */
export function WhoWasItDialog(props: WhoWasItDialogProps): ReactNode {
  const { seen, rollCall, onClose } = props;
  const context = useRaceClock();
  const { everyone, missing } = useLists();
  const { make } = useReports();
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const courses = coursesOf(context.config);
  const fitting = useMemo(() => listFitting(seen, rollCall, courses), [seen, rollCall, courses]);
  const found = findRunners(everyone, text).rows;
  const listed =
    text.trim() === ''
      ? fitting
      : found.flatMap(({ runnerId }) => rollCall.byId.get(runnerId) ?? []);
  const shown = listed.slice(0, MOST);
  const chosen = chosenId === undefined ? undefined : rollCall.byId.get(chosenId);
  const isDecided = !listSightings({ control: missing?.control ?? [], rollCall }).some(
    ({ reportId }) => reportId === seen.reportId,
  );
  return (
    <ConfirmDialog
      title="Who was it?"
      confirmLabel={chosen ? `It was ${nameCalled(chosen)}` : 'It was…'}
      isReady={chosen !== undefined && (!isDecided || make.isPending)}
      isBusy={make.isPending}
      onConfirm={() => {
        if (chosen) {
          make.mutate(reportSighting(seen, chosen.runner.runnerId), { onSuccess: onClose });
        }
      }}
      onCancel={onClose}
    >
      <Failure error={make.error} />
      {isDecided && !make.isPending ? (
        <Banner kind="notice">This has been decided in the meantime, or was taken back.</Banner>
      ) : null}
      <p className="anywhere">
        <strong className="semibold">{describeSighting(seen, context)}.</strong>{' '}
        {seen.text === undefined ? '' : isolateText(seen.text)}{' '}
        {seen.sighting.kind === 'stopped' ? 'That runner becomes DNF.' : ''}
      </p>
      <FindBox
        label="Find any runner"
        text={text}
        onText={setText}
        shown={text === '' ? undefined : { shown: listed.length, listed: everyone.length }}
      />
      <fieldset
        className="max-h-[22rem] overflow-y-auto plain-set lined"
        aria-label="Possible runners"
      >
        {shown.map((called) => (
          <Choice
            key={called.runner.runnerId}
            called={called}
            isChosen={called.runner.runnerId === chosenId}
            onChoose={setChosenId}
          />
        ))}
      </fieldset>
      {shown.length === 0 ? <p>Nobody fits.</p> : null}
      {shown.length < listed.length ? (
        <p className="text-s muted">
          {listed.length - shown.length} more: type part of the name or the bib.
        </p>
      ) : null}
    </ConfirmDialog>
  );
}

interface ChoiceProps {
  readonly called: CalledRunner;
  readonly isChosen: boolean;
  readonly onChoose: (runnerId: string) => void;
}

function Choice({ called, isChosen, onChoose }: ChoiceProps): ReactNode {
  const context = useRaceClock();
  const { runnerId, event } = called.runner;
  return (
    <label className="choice">
      <input type="radio" name="who" checked={isChosen} onChange={() => onChoose(runnerId)} />
      <span className="fills anywhere">
        <strong className="semibold">{nameCalled(called)}</strong>{' '}
        <span className="block text-s muted">
          {labelEvent(event, context.config)}, {describeLastWord(called, context)}
        </span>
      </span>
    </label>
  );
}

/** Runners whose bib fits the one read: first those on course who pass this point, finishers last. */
function listFitting(
  { sighting, point }: UndecidedSighting,
  rollCall: RollCall,
  courses: Courses,
): readonly CalledRunner[] {
  const rank = ({ state, runner }: CalledRunner): number => {
    if (state === 'finished') return 3;
    if (!courses.pointsOf(runner.event).has(point)) return 2;
    return state === 'on-course' ? 0 : 1;
  };
  const fits = matchBib(sighting.bib);
  return [...rollCall.byId.values()]
    .filter(({ runner }) => fits(foldBib(runner.bibNumber)))
    .toSorted((a, b) => rank(a) - rank(b) || compareNames(a, b));
}

function reportSighting(
  { reportId, point, sighting, by }: UndecidedSighting,
  runnerId: string,
): NewReport {
  const { kind, seenMs } = sighting;
  return { runnerId, reportId, atMs: seenMs, point, saidBy: by, ...REPORTED_AS[kind] };
}
