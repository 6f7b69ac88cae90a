import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import { findCheckIn, type Report } from '#shared/model/report.ts';
import {
  findBrokenRule,
  KEPT_OVERRIDES,
  parseOverride,
  readOverrideText,
} from '#shared/model/typed-words.ts';
import { findDeskPath } from '#shared/wire/screens.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { Button } from '#client/ui/Button.tsx';
import { Link } from '#client/ui/Link.tsx';
import { findKnownSeen } from '#client/organisers/lists/lists.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useCheckIn } from '../use-check-in.ts';
import { useMay } from '#client/organisers/session/use-session.ts';
import { describeTime, useToday } from '#client/organisers/runners/describe-last-seen.ts';
import { describeReport } from '#client/organisers/runners/describe-report.ts';
import type { EditorValues } from '#client/organisers/runners/editor-values.ts';
import styles from './RunnerEditor.module.css';
import type { StatusMessage } from './status-message.ts';
import { useMove } from '../use-runner-history.ts';

export interface EditorStatusProps {
  readonly runner: AdminRunner;
  readonly config: RaceConfig | undefined;
  readonly onWithdraw: () => void;
}

/**
 * The reports about the runner before the start, with the buttons for them, and the link to the
 * results desk.
 */
export function EditorStatus({ runner, config, onWithdraw }: EditorStatusProps): ReactNode {
  const { runnerId, event, overrideLime, reports = [] } = runner;
  const { timeZone } = config ?? DEFAULT_CONFIG;
  const today = useToday(timeZone);
  const may = useMay();
  const { missing } = useLists();
  const [status, setStatus] = useState<StatusMessage>();
  const checkIn = useCheckIn(setStatus);
  const move = useMove(runner, config);
  const override = parseOverride(overrideLime)?.kind;
  const withdrawal = override === 'dns' ? reports.find(isWithdrawal) : undefined;
  const checkedIn = findCheckIn(reports);
  const isOpen = override === undefined || override === 'dns';
  return (
    <>
      {move === undefined ? null : <p className="text-s anywhere">{move}</p>}
      {withdrawal ? (
        <p className="text-s anywhere">{`${capitalise(describeReport(withdrawal, event, config))} (${withdrawal.by})`}</p>
      ) : null}
      {checkedIn ? (
        <p className="text-s">Checked in {describeTime(checkedIn.atMs, timeZone, today)}</p>
      ) : null}
      {may('runners:edit') && (checkedIn || override === undefined) ? (
        <Button
          isBusy={checkIn.isPending}
          onClick={() => checkIn.set([runner], checkedIn !== undefined)}
        >
          {checkedIn ? 'Not checked in' : 'Check in'}
        </Button>
      ) : null}
      {may('reports:write') && isOpen && !withdrawal && !findKnownSeen(missing)(runner) ? (
        <Button onClick={onWithdraw}>Withdrawn…</Button>
      ) : null}
      {status?.tone === 'alert' ? <output className="text-s">{status.text}</output> : null}
      <Link className="link text-s" to={findDeskPath(runnerId)}>
        Results desk
      </Link>
    </>
  );
}

function isWithdrawal({ kind }: Report): boolean {
  return kind === 'withdrawn';
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const OUTCOMES = [
  { label: 'Retired', text: KEPT_OVERRIDES.dnf },
  { label: 'Did not start', text: KEPT_OVERRIDES.dns },
  /** The broken rule is typed after it. */
  { label: 'Disqualified', text: 'DSQ ' },
] as const;

interface OutcomeButtonsProps {
  readonly form: UseFormReturn<EditorValues>;
  readonly onDelete: () => void;
}

/**
 * Buttons for words and times with a special meaning: after the fields, which are
 * typed from one to the next.
 */
export function OutcomeButtons({ form, onDelete }: OutcomeButtonsProps): ReactNode {
  const typed = useWatch({ control: form.control, name: 'overrideTime' });
  const reading = readOverrideText(typed);
  const isDsq = findBrokenRule(typed) !== undefined;
  const now = isDsq ? 'DSQ ' : reading.ok ? reading.value : undefined;
  return (
    <div className={`${styles.outcomes} flow`}>
      {OUTCOMES.map(({ label, text }) => (
        <Button
          key={text}
          aria-pressed={now === text}
          onClick={() => {
            form.setValue('overrideTime', now === text ? '' : text, { shouldDirty: true });
            if (text === 'DSQ ') form.setFocus('overrideTime');
          }}
        >
          {label}
        </Button>
      ))}
      <Button onClick={onDelete}>Delete</Button>
    </div>
  );
}
