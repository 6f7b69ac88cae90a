import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { EventCode } from '#shared/model/ids.ts';
import { shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import type { TakenBackReply } from '#shared/wire/marshal-api.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { describeSpan } from '#client/organisers/texts/start-text.ts';
import { readReaders } from '#client/organisers/reads/reads-calls.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { type MadePass, NewPassDialog } from './NewPassDialog.tsx';
import { isThisComputer, listReachable, namePass, type Pass, warnOfAddress } from './passes.ts';
import { createPortal } from 'react-dom';
import { ShownOnceDialog } from '#client/organisers/session/ShownOnceDialog.tsx';
import { QrCode } from '#client/ui/QrCode.tsx';
import { type RaceClock, useRaceClock } from '#client/organisers/lists/race-clock.tsx';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export interface MarshalsDialogProps {
  readonly passes: readonly Pass[];
  readonly events: readonly EventCode[];
  readonly onClose: () => void;
}

/** Lists, creates and ends the passes of phones (RULES.md MA1). */
export function MarshalsDialog(props: MarshalsDialogProps): ReactNode {
  const { passes, events, onClose } = props;
  const context = useRaceClock();
  const titleId = useId();
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<MadePass>();
  const networks = useNetworks();
  // Shown before a pass is made that no phone can open.
  const warning =
    networks && listReachable(location.href, networks).length === 0
      ? warnOfAddress(location.href)
      : undefined;
  const [ending, setEnding] = useState<Pass>();
  return (
    <>
      <ModalDialog width="form" labelledBy={titleId} onClose={onClose}>
        <div className="stack-14 one-column">
          <h2 id={titleId} className="heading">
            Marshals’ phones
          </h2>
          <p className="text-m muted">
            A pass lets a phone report from one point, without an account: who was seen, who
            stopped, who was helped. Without a network the phone stores its reports and sends them
            later.
          </p>
          {warning === undefined ? null : <Banner kind="notice">{warning}</Banner>}
          {passes.length === 0 ? null : (
            <ul className="plain-list lined" aria-label="Passes">
              {passes.map((pass) => (
                <li key={pass.entry.subject} className="row gap-x-3 gap-y-0.5 py-1.5">
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
            <Button kind="main" onClick={() => setIsMaking(true)}>
              New pass…
            </Button>
          </DialogButtons>
        </div>
      </ModalDialog>
      {isMaking ? (
        <NewPassDialog
          events={events}
          onMade={(pass) => {
            setIsMaking(false);
            setMade(pass);
          }}
          onClose={() => setIsMaking(false)}
        />
      ) : null}
      {made ? (
        <PassDialog made={made} networks={networks ?? []} onClose={() => setMade(undefined)} />
      ) : null}
      {ending ? <EndDialog pass={ending} onClose={() => setEnding(undefined)} /> : null}
    </>
  );
}

function describePass({ untilMs, heardMs }: Pass, context: RaceClock): string {
  const { nowMs } = context;
  const until = `${untilMs > nowMs ? 'until' : 'over since'} ${shortTime(untilMs, context)}`;
  return heardMs === undefined
    ? `${until} · nothing reported yet`
    : `${until} · reported ${describeSpan(Math.max(0, nowMs - heardMs))} ago`;
}

interface EndDialogProps {
  readonly pass: Pass;
  readonly onClose: () => void;
}

/** Asks before a pass ends; everything it sent can be taken back too. */
function EndDialog({ pass, onClose }: EndDialogProps): ReactNode {
  const context = useRaceClock();
  const { remove, takeBack } = useControl();
  const titleId = useId();
  const [isTakenBack, setIsTakenBack] = useState(false);
  const [done, setDone] = useState<TakenBackReply & { readonly isUndone: boolean }>();
  const name = namePass(pass, context);
  const { point, text = '' } = pass.entry;
  const end = (): void =>
    remove.mutate(pass.entry, {
      onSuccess: () => {
        if (!isTakenBack || point === undefined) onClose();
        else {
          const onSuccess = (reply: TakenBackReply): void => setDone({ ...reply, isUndone: false });
          takeBack.mutate({ point, name: text }, { onSuccess });
        }
      },
    });
  const error = remove.error ?? takeBack.error;
  if (done) {
    const { runners, sightings, version, isUndone } = done;
    const title = isUndone ? `Brought back: ${name}` : `Taken back: ${name}`;
    const counts = `${countOf(runners, 'runner')}, and ${sightings} still to decide`;
    return (
      <ModalDialog width="question" labelledBy={titleId} onClose={onClose}>
        <h2 id={titleId} className="heading anywhere">
          {title}
        </h2>
        <Failure error={error} />
        <output>{counts}</output>
        <DialogButtons>
          {isUndone || version === undefined ? null : (
            <Button
              isBusy={takeBack.isPending}
              onClick={() =>
                takeBack.mutate(
                  { undo: version },
                  { onSuccess: (reply) => setDone({ ...reply, isUndone: true }) },
                )
              }
            >
              Undo
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </DialogButtons>
      </ModalDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`End the pass of ${name}?`}
      confirmLabel={isTakenBack ? 'End and take back' : 'End the pass'}
      kind="danger"
      isBusy={remove.isPending || takeBack.isPending}
      onConfirm={end}
      onCancel={onClose}
    >
      <Failure error={error} />
      <p>The phone can no longer send anything, not even what it stored while offline.</p>
      <label className="choice">
        <input
          type="checkbox"
          checked={isTakenBack}
          onChange={(event) => setIsTakenBack(event.target.checked)}
        />
        Also take back everything it sent: reports, DNFs and anything still to decide
      </label>
    </ConfirmDialog>
  );
}

interface PassDialogProps {
  readonly made: MadePass;
  readonly networks: readonly string[];
  readonly onClose: () => void;
}

/** The networks of the service, for a browser on its computer, whose own address no phone can open. */
function useNetworks(): readonly string[] | undefined {
  const calls = useCalls();
  const isNeeded = isThisComputer(location.href);
  const { data, error } = useQuery({ ...readReaders(calls), enabled: isNeeded });
  return error ? [] : data?.networks;
}

function PassDialog({ made, networks, onClose }: PassDialogProps): ReactNode {
  const context = useRaceClock();
  const { untilMs } = made;
  const reachable = listReachable(made.url, networks);
  const [chosen, setChosen] = useState(0);
  const url = reachable[chosen] ?? made.url;
  const name = namePass(made, context);
  const until = shortTime(untilMs, context);
  const reach = warnOfAddress(url);
  const code = (
    <QrCode
      className="mx-auto block w-[min(260px,100%)] rounded-md print:my-[6mm] print:w-[110mm]"
      text={url}
      label={`QR code of the pass of ${name}`}
    />
  );
  return (
    <>
      <ShownOnceDialog
        title={`Pass of ${name}, until ${until}`}
        secret={url}
        secretClass="secret block p-2.5 text-s"
        testId="pass"
        onClose={onClose}
        others={<Button onClick={() => print()}>Print</Button>}
      >
        {(address) => (
          <>
            {reach === undefined ? null : <Banner kind="notice">{reach}</Banner>}
            {code}
            {reachable.length > 1 ? (
              <fieldset className="plain-set flow" aria-label="Network of the phone">
                {reachable.map((each, index) => (
                  <label key={each} className="chip anywhere">
                    <input
                      type="radio"
                      name="network"
                      checked={index === chosen}
                      onChange={() => setChosen(index)}
                    />
                    <span>{new URL(each).hostname}</span>
                  </label>
                ))}
              </fieldset>
            ) : null}
            {address}
            <p>
              The marshal scans it with the phone’s camera while it has a network. It is shown only
              once: anyone who has it can report from there.
            </p>
          </>
        )}
      </ShownOnceDialog>
      {createPortal(
        <div className="organisers paper" aria-hidden>
          <h1>{name}</h1>
          <p>
            {context.config.pageTitle} · until {until}
          </p>
          {code}
          <p>{url}</p>
          <p>Scan it with the phone’s camera while there is a network, and tap who comes by.</p>
          <p>{reach}</p>
        </div>,
        document.body,
      )}
    </>
  );
}
