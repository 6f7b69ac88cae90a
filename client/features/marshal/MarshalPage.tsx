import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import './marshal.css';

import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

import { keepText, ofDevice, readText } from '#client/live/text-storage.ts';
import { Button } from '#client/ui/Button.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useTick } from '#client/ui/use-tick.ts';
import type { EpochMs } from '#shared/model/time.ts';

import { DueList } from './DueList.tsx';
import type { JournalState } from './journal.ts';
import { Keypad } from './Keypad.tsx';
import type { LineState } from './marshal-line.ts';
import { countTaps, describeEnd } from './marshal-view.ts';
import { type Marshal, openMarshal } from './open-marshal.ts';
import { OwnTaps } from './OwnTaps.tsx';
import { SendState } from './SendState.tsx';
import { saveTapFile } from './tap-file.ts';
import type { KeptTap } from './marshal-tap.ts';
import { TimePad } from './TimePad.tsx';

/** Whether this phone is timing; stored, in case the page is reloaded during a finish. */
const TIMING = 'splitcast.marshal.timing';

export interface MarshalShown {
  readonly marshal: Marshal;
  readonly line: LineState;
  readonly journal: JournalState;
  readonly nowMs: EpochMs;
  readonly timeZone: string;
  readonly save: () => void;
}

/** A marshal's phone. It has no socket: it works without a network, and polls when there is one. */
export function MarshalPage(): ReactNode {
  const [marshal] = useState(openMarshal);
  const line = useSyncExternalStore(marshal.line.subscribe, marshal.line.getSnapshot);
  const journal = useSyncExternalStore(marshal.journal.subscribe, marshal.journal.getSnapshot);
  const nowMs = useTick(true, line.offsetMs) + line.offsetMs;
  const timeZone = line.seen?.body.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  useDocumentTitle(line.seen ? `${line.seen.body.pointName} – Marshal` : 'Marshal');
  useLeaveWarning(countTaps(journal).atRisk > 0);
  const save = (): void => saveTapFile(journal, timeZone);
  const shown: MarshalShown = { marshal, line, journal, nowMs, timeZone, save };
  return line.pass === undefined ? <NoPass {...shown} /> : <AtPoint {...shown} />;
}

/** Warns before the page is left while it holds taps that are stored nowhere else. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isOn]);
}

function NoPass(shown: MarshalShown): ReactNode {
  const { unsent } = countTaps(shown.journal);
  return (
    <Page>
      <div className={CONTENT}>
        <h1 className="heading">Marshal</h1>
        <p>
          With the camera of this phone, scan the QR code that race control shows for your point. It
          opens this page for that point.
        </p>
        {shown.journal.taps.length > 0 ? (
          <>
            <p>{unsent} not sent. They are kept on this phone.</p>
            <p>
              <Button onClick={shown.save}>Save as a file</Button>
            </p>
            <OwnTaps {...shown} typed="" onFill={() => undefined} />
          </>
        ) : null}
      </div>
    </Page>
  );
}

/** In landscape the keypad is next to the lists. */
function Page({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="marshal">
      <main className="mx-auto flex min-h-dvh w-[min(34rem,100%)] flex-col flat:grid flat:w-full flat:grid-cols-[repeat(2,minmax(0,1fr))] flat:grid-rows-[auto_1fr]">
        {children}
      </main>
    </div>
  );
}

const CONTENT =
  'stack-10 one-column flex-1 content-start pt-2.5 pr-[var(--gutter-right)] pb-4 pl-[var(--gutter-left)]';

function AtPoint(shown: MarshalShown): ReactNode {
  const { marshal, line, nowMs, timeZone } = shown;
  const [typed, setTyped] = useState('');
  const [isTiming, setIsTiming] = useState(() => readText(ofDevice, TIMING) === 'yes');
  const body = line.seen?.body;
  const onFill = (tap: KeptTap): void => {
    marshal.fill(tap, typed);
    setTyped('');
  };
  const pad = { ...shown, typed, onType: setTyped };
  return (
    <Page>
      <header className="row items-baseline gap-x-3 gap-y-0 bg-banner py-3 pr-[var(--gutter-right)] pl-[var(--gutter-left)] text-on-banner">
        <h1 className="anywhere text-title-l leading-[1.3]">{body?.pointName ?? 'Marshal'}</h1>
        {body ? (
          <p className="text-m anywhere text-on-banner-muted">
            {body.name} · until {describeEnd(body.untilMs, nowMs, timeZone)}
          </p>
        ) : null}
        <p className="ml-auto text-title-xl leading-[1.2] font-bold">
          {describeTimeOfDay(nowMs, timeZone)}
        </p>
      </header>
      <div className={CONTENT}>
        <SendState {...shown} />
        <p>
          <Button
            onClick={() => {
              keepText(ofDevice, TIMING, isTiming ? 'no' : 'yes');
              setIsTiming(!isTiming);
            }}
          >
            {isTiming ? 'Report who is seen or stops' : 'Time each as they cross'}
          </Button>
        </p>
        {isTiming ? null : <DueList {...shown} />}
        <OwnTaps {...shown} typed={typed} onFill={onFill} />
      </div>
      {isTiming ? <TimePad {...pad} onFill={onFill} /> : <Keypad {...pad} />}
    </Page>
  );
}
