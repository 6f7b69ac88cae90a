import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { type RollCallClock, shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { ShownOnceDialog } from '#client/organisers/session/ShownOnceDialog.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { QrCode } from '#client/ui/QrCode.tsx';
import type { MadePass } from './NewPassForm.tsx';
import { warnOfAddress, namePass } from './passes.ts';

export interface PassDialogProps {
  readonly made: MadePass;
  readonly context: RollCallClock;
  readonly onClose: () => void;
}

/** Shows a pass this once: to scan, to copy, or to print for the marshal. */
export function PassDialog({ made, context, onClose }: PassDialogProps): ReactNode {
  const { url, untilMs } = made;
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
