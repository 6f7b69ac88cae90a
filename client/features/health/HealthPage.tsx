import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { NO_USE } from '#client/organisers/calls/calls.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { ScreenGate } from '#client/organisers/frame/SignedInGate.tsx';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';
import { findLanguage } from '#client/spectators/chosen-language.ts';
import { LanguageChooser } from '#client/spectators/LanguageChooser.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { describeHealth, type HealthLine, tellTime } from './describe-health.ts';
import { HEALTH_WORDS, type HealthWords, RUNBOOK_HEADINGS } from './health-words.ts';
import styles from './Health.module.css';

/** Whether everything the race runs on works, in words (SCREENS.md HE). */
export function HealthPage(): ReactNode {
  return (
    <>
      <ScreenHead screen={SCREENS.health} />
      <ScreenGate screen={SCREENS.health}>
        <Health />
      </ScreenGate>
    </>
  );
}

function Health(): ReactNode {
  const calls = useCalls();
  const refetchInterval = useSession().kind === 'signed-in' && ADMIN_POLL_MS;
  const { data: config = DEFAULT_CONFIG } = useConfig();
  const { data, error } = useQuery({
    queryKey: ['health'],
    queryFn: () => calls.get<HealthBody>('/health/state', NO_USE),
    refetchInterval,
  });
  const language = findLanguage(useLocation().search);
  const words = HEALTH_WORDS[language];
  return (
    <div className="stack-14 one-column" lang={language}>
      <p className="muted">{words.intro}</p>
      {error ? (
        <Banner kind="alert">
          {data ? words.old : words.none} <span lang="en">{messageOf(error)}</span>
        </Banner>
      ) : null}
      {data ? <Lines body={data} words={words} timeZone={config.timeZone} /> : null}
      {data || error ? null : <output>Loading...</output>}
      <DiagnosticFile words={words} />
      <LanguageChooser />
    </div>
  );
}

interface LinesProps {
  readonly body: HealthBody;
  readonly words: HealthWords;
  readonly timeZone: string;
}

function Lines({ body, words, timeZone }: LinesProps): ReactNode {
  const lines = describeHealth(body, words, timeZone);
  const count = lines.filter(({ state }) => state === 'attention').length;
  return (
    <>
      <Banner kind={count === 0 ? 'done' : 'notice'}>
        {count === 0 ? words.allWell : words.attention(count)}
      </Banner>
      <ul className={styles.list}>
        {lines.map((line) => (
          <Line key={line.key} line={line} words={words} />
        ))}
      </ul>
      <p className="muted text-s">{words.asOf(tellTime(body.atMs, body.atMs, timeZone))}</p>
    </>
  );
}

interface LineProps {
  readonly line: HealthLine;
  readonly words: HealthWords;
}

function Line({
  line: { topic, name, state, says, details, remedy },
  words,
}: LineProps): ReactNode {
  const { means, todo } = words.remedies[remedy];
  return (
    <li className={styles.line}>
      <div className="row between">
        <h2 className="text-l bold anywhere">
          {words.topics[topic]}
          {name === undefined ? '' : ` ${name}`}
        </h2>
        <span className={styles.state} data-state={state}>
          {words.states[state]}
        </span>
      </div>
      {says === '' ? null : <p className={styles.detail}>{says}</p>}
      {details.map((detail) => (
        <p key={detail} className={styles.detail} lang="en">
          {detail}
        </p>
      ))}
      {state === 'attention' ? (
        <>
          <p className={styles.detail}>
            <span className="semibold">{words.means}</span> {means}
          </p>
          <p className={styles.detail}>
            <span className="semibold">{words.todo}</span> {todo}
          </p>
          <p className="muted text-s">{words.more(RUNBOOK_HEADINGS[remedy])}</p>
        </>
      ) : null}
    </li>
  );
}

function DiagnosticFile({ words }: { readonly words: HealthWords }): ReactNode {
  const calls = useCalls();
  const fetching = useMutation({
    mutationFn: () => calls.download('/health/diagnostics'),
    onSuccess: (bytes) => saveFile(bytes, 'splitcast-diagnostics.json'),
  });
  return (
    <section className="stack-8" aria-labelledby="diagnostics">
      <h2 id="diagnostics" className="heading">
        {words.file}
      </h2>
      <p className="muted">{words.fileNote}</p>
      <div className="row">
        <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
          {words.download}
        </Button>
      </div>
      {fetching.error ? (
        <Banner kind="alert">
          <span lang="en">{messageOf(fetching.error)}</span>
        </Banner>
      ) : null}
    </section>
  );
}
