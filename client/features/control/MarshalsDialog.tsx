import { type ReactNode, useId, useState } from 'react';

import type { EventCode } from '#shared/model/event.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { type RollCallClock, shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import { describeDistance } from '#client/organisers/texts/start-text.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import styles from './Marshals.module.css';
import { type MadePass, NewPassForm } from './NewPassForm.tsx';
import { PassDialog } from './PassDialog.tsx';
import { namePass, type Pass } from './passes.ts';

export interface MarshalsDialogProps {
  readonly passes: readonly Pass[];
  readonly events: readonly EventCode[];
  readonly context: RollCallClock;
  readonly onClose: () => void;
}

/**
 * Who reports from where with a phone; makes passes and ends them (RULES.md MA1, SCREENS.md SY8).
 */
export function MarshalsDialog(props: MarshalsDialogProps): ReactNode {
  const { passes, events, context, onClose } = props;
  const titleId = useId();
  const [made, setMade] = useState<MadePass>();
  const [ending, setEnding] = useState<Pass>();
  return (
    <>
      <ModalDialog width="form" labelledBy={titleId} onClose={onClose}>
        <div className="stack-14 one-column">
          <h2 id={titleId} className="heading">
            Marshals’ phones
          </h2>
          <p className="text-m muted">
            A pass lets a phone report from one point, without an account: who was seen, stopped
            there, or was helped. Without a network the phone keeps it and sends it later.
          </p>
          <NewPassForm events={events} context={context} onMade={setMade} />
          {passes.length === 0 ? null : (
            <ul className={styles.list} aria-label="Passes">
              {passes.map((pass) => (
                <li key={pass.entry.subject} className={styles.pass}>
                  <div className="fills anywhere">
                    <strong className="semibold">{namePass(pass, context)}</strong>
                    <p className="text-s muted">{describePass(pass, context)}</p>
                  </div>
                  <Button onClick={() => setEnding(pass)}>
                    End… <span className="visually-hidden">{namePass(pass, context)}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <DialogButtons>
            <Button onClick={onClose}>Close</Button>
          </DialogButtons>
        </div>
      </ModalDialog>
      {made ? (
        <PassDialog made={made} context={context} onClose={() => setMade(undefined)} />
      ) : null}
      {ending ? (
        <EndDialog pass={ending} context={context} onClose={() => setEnding(undefined)} />
      ) : null}
    </>
  );
}

function describePass({ untilMs, heardMs }: Pass, context: RollCallClock): string {
  const { nowMs } = context;
  const until = `${untilMs > nowMs ? 'until' : 'over since'} ${shortTime(untilMs, context)}`;
  return heardMs === undefined
    ? `${until} · nothing reported yet`
    : `${until} · reported ${describeDistance(Math.min(heardMs, nowMs), nowMs)}`;
}

interface EndDialogProps extends Pick<MarshalsDialogProps, 'context' | 'onClose'> {
  readonly pass: Pass;
}

/** Asks before a pass ends, after which its phone can send no more. */
function EndDialog({ pass, context, onClose }: EndDialogProps): ReactNode {
  const { remove } = useControl();
  return (
    <ConfirmDialog
      title={`End the pass of ${namePass(pass, context)}?`}
      confirmLabel="End the pass"
      kind="danger"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(pass.entry, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {remove.error ? <Banner kind="alert">{messageOf(remove.error)}</Banner> : null}
      <p>
        The phone can send no more, not even what it kept while it had no network. What it has sent
        stays.
      </p>
    </ConfirmDialog>
  );
}
