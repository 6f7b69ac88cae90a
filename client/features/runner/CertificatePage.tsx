import type { ReactNode } from 'react';
import { findResultsState } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { useRace } from '#client/live/race-store.tsx';
import { RaceHeader } from '#client/spectators/RaceHeader.tsx';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { PrintedAsOf } from '#client/ui/PrintedAsOf.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import type { AwaitedRunnerProps } from './AwaitedRunner.tsx';
import { CertificateSheet, type CertificateSheetProps } from './CertificateSheet.tsx';
import { SubjectScreen } from './SubjectScreen.tsx';
import styles from './CertificatePage.module.css';

/** A certificate to print, for a finisher. */
export function CertificatePage({ idOrBib }: { readonly idOrBib: string }): ReactNode {
  return (
    <SubjectScreen idOrBib={idOrBib} Listed={ListedCertificate} Awaited={AwaitedCertificate} />
  );
}

function ListedCertificate({ result, config }: CertificateSheetProps): ReactNode {
  const isPrintable = result.status === 'finished';
  return (
    <CertificateFrame runner={result} config={config} isPrintable={isPrintable}>
      {isPrintable ? <CertificateSheet result={result} config={config} /> : <NoCertificate />}
    </CertificateFrame>
  );
}

function AwaitedCertificate({ starter, config }: AwaitedRunnerProps): ReactNode {
  return (
    <CertificateFrame runner={starter} config={config} isPrintable={false}>
      <NoCertificate />
    </CertificateFrame>
  );
}

interface CertificateFrameProps {
  readonly runner: Starter;
  readonly config: ConfigBody;
  readonly isPrintable: boolean;
  readonly children: ReactNode;
}

/** Around the sheet: on screen a link back and a print button, on paper whether the result is official. */
function CertificateFrame(props: CertificateFrameProps): ReactNode {
  const { runner, config, isPrintable, children } = props;
  const texts = useAllTexts();
  const { connection, heardMs, clockOffsetMs } = useRace();
  const name = describeName(runner, texts.common);
  const isOfficial = findResultsState([runner.events], config) === 'official';
  useDocumentTitle(`${texts.certificate.of(name)} · ${config.pageTitle}`);
  return (
    <>
      <div className="unprinted">
        <RaceHeader config={config} events={[runner.events]} />
      </div>
      <main className={styles.page}>
        <div className="row between unprinted">
          <RunnerLink runner={runner}>
            <span aria-hidden="true">‹&nbsp;</span>
            {name}
          </RunnerLink>
          {isPrintable ? (
            <button className={styles.print} type="button" onClick={() => window.print()}>
              {texts.certificate.print}
            </button>
          ) : null}
        </div>
        {isPrintable && !isOfficial ? (
          <p className="unprinted">{texts.certificate.provisional}</p>
        ) : null}
        {children}
        {isPrintable && !isOfficial ? (
          <PrintedAsOf
            connection={connection}
            heardMs={heardMs}
            clockOffsetMs={clockOffsetMs}
            timeZone={config.timeZone}
          />
        ) : null}
      </main>
    </>
  );
}

function NoCertificate(): ReactNode {
  const { certificate } = useAllTexts();
  return (
    <>
      <h1 className={styles.title}>{certificate.none}</h1>
      <p>{certificate.finishersAlone}</p>
    </>
  );
}
