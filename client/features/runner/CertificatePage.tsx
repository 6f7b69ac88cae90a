import type { ReactNode } from 'react';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { isolateText, joinParts } from '#shared/format/isolate-text.ts';
import { RaceHeader } from '#client/spectators/RaceHeader.tsx';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
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
  const finisher = result.status === 'finished' ? result : undefined;
  return <Certificate runner={result} finisher={finisher} config={config} />;
}

function AwaitedCertificate({ starter, config }: AwaitedRunnerProps): ReactNode {
  return <Certificate runner={starter} finisher={undefined} config={config} />;
}

interface CertificateProps {
  readonly runner: Starter;
  /** The same runner; undefined without a result at the finish. */
  readonly finisher: UnrankedResult | undefined;
  readonly config: ConfigBody;
}

/** On screen a link back and a print button above the sheet. */
function Certificate({ runner, finisher, config }: CertificateProps): ReactNode {
  const { certificate, common } = useAllTexts();
  const name = describeName(runner, common);
  useDocumentTitle(joinParts([certificate.of(isolateText(name)), config.pageTitle]));
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
          {finisher ? (
            <button className={styles.print} type="button" onClick={() => window.print()}>
              {certificate.print}
            </button>
          ) : null}
        </div>
        {finisher ? (
          <CertificateSheet result={finisher} config={config} />
        ) : (
          <>
            <h1 className={styles.title}>{certificate.none}</h1>
            <p>{certificate.finishersAlone}</p>
          </>
        )}
      </main>
    </>
  );
}
