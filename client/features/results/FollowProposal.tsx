import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStandings } from '#client/live/use-standings.ts';
import { followed, isSameClub, toFollowed, useFollowed } from '#client/spectators/followed.ts';
import { type FollowLink, dropFollowLink, parseFollowLink } from './follow-link.ts';
import { useStartList } from '#client/spectators/use-start-list.ts';
import { Button } from '#client/ui/Button.tsx';
import { isolateText } from '#client/ui/isolate-text.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { describeName } from '#shared/format/describe-name.ts';
import styles from './FollowProposal.module.css';

/** Names shown; further people are only counted. */
const MOST_NAMES = 12;

/** Asks before following the people of a shared address. */
export function FollowProposal(): ReactNode {
  const [params, setParams] = useSearchParams();
  const proposal = parseFollowLink(params);
  if (!proposal) return null;
  return (
    <Question
      proposal={proposal}
      onDone={() => setParams(dropFollowLink(params), { replace: true })}
    />
  );
}

interface QuestionProps {
  readonly proposal: FollowLink;
  readonly onDone: () => void;
}

function Question({ proposal, onDone }: QuestionProps): ReactNode {
  const { following, common } = useTexts();
  const standings = useStandings();
  const { runners, clubs } = useFollowed();
  const { starters, hasFailed } = useStartList(true);
  const [isFull, setIsFull] = useState(false);
  if (!starters && !hasFailed) return null;
  const byId = new Map(starters?.map((starter) => [starter.runnerId, starter]));
  const found = proposal.runnerIds.flatMap((id) => standings.find(id) ?? byId.get(id) ?? []);
  const unknown = proposal.runnerIds.length - found.length;
  const entered = new Set(starters?.map(({ runClub }) => runClub));
  const proposedClubs = proposal.clubs.filter((club) =>
    [...entered].some((other) => isSameClub(other, club)),
  );
  const areAllFollowed =
    found.every((one) => runners.some(({ runnerId }) => runnerId === one.runnerId)) &&
    proposedClubs.every((club) => clubs.some((other) => isSameClub(other, club)));
  const isNobody = found.length + proposedClubs.length === 0;
  const accept = (): void => {
    const isDone =
      followed.followAll(found.map(toFollowed)) &&
      proposedClubs.every(
        (club) => clubs.some((other) => isSameClub(other, club)) || followed.toggleClub(club),
      );
    setIsFull(!isDone);
    if (isDone) onDone();
  };
  const names = found.slice(0, MOST_NAMES).map((one) => isolateText(describeName(one, common)));
  const rest = found.length - names.length;

  return (
    <section className={styles.question} aria-labelledby="follow-question">
      <h2 id="follow-question" className={styles.title}>
        {isNobody
          ? following.nobody
          : areAllFollowed
            ? following.known
            : following.ask(found.length, proposedClubs.length)}
      </h2>
      {isNobody ? null : (
        <p>
          {[
            ...names,
            ...(rest > 0 ? [`+${rest}`] : []),
            ...proposedClubs.map((club) => following.askClub(isolateText(club))),
          ].join(', ')}
        </p>
      )}
      {unknown > 0 && !isNobody ? (
        <p className={styles.unknown}>{following.unknown(unknown)}</p>
      ) : null}
      {isFull ? <p role="alert">{following.full}</p> : null}
      <p className={styles.buttons}>
        {isNobody || areAllFollowed ? (
          <Button onClick={onDone}>{common.close}</Button>
        ) : (
          <>
            <Button onClick={onDone}>{following.no}</Button>
            <Button kind="main" onClick={accept}>
              {following.yes}
            </Button>
          </>
        )}
      </p>
    </section>
  );
}
