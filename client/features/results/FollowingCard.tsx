import type { ReactNode } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import { FollowClubButton } from '#client/spectators/FollowButton.tsx';
import type { FollowedPerson } from '#client/spectators/find-followed.ts';
import { followed } from '#client/spectators/followed.ts';
import { NewsControl } from '#client/spectators/news/NewsControl.tsx';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { type FollowedClub, useFollowedPeople } from '#client/spectators/use-followed-people.ts';
import { useForecast, useLiveFields } from '#client/spectators/use-forecast.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { type RaceConfig, isClosedFor } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { type FollowedContext, describeFollowed } from './describe-followed.ts';
import styles from './FollowingCard.module.css';

/** How often ages are updated. */
const AGE_STEP_MS = 10 * SECOND_MS;

/** The followed runners and clubs, from all races. */
export function FollowingCard(): ReactNode {
  const { head, config, clockOffsetMs } = useRace();
  const standings = useStandings();
  const texts = useTexts();
  const { following } = texts;
  const { runners, clubs, everyone } = useFollowedPeople();
  const nowMs = Math.floor((useTick(true) + clockOffsetMs) / AGE_STEP_MS) * AGE_STEP_MS;
  const expect = useForecast();
  const liveOf = useLiveFields();
  const expectFinish = (result: UnrankedResult) =>
    expect(result).find(({ stage }) => stage === 'finish');
  if (!head || !config) return null;
  const livePlaceOf = ({ events, runnerId }: UnrankedResult) => liveOf(events).placeOf(runnerId);
  const context = { standings, config, texts, nowMs, livePlaceOf, expectFinish };
  return (
    <div className="card">
      <div className={styles.head}>
        <h2 className="text-m semibold muted">
          <span aria-hidden="true">★&nbsp;</span>
          {following.following}
        </h2>
        <span className={styles.races}>{following.allRaces}</span>
      </div>
      <Rows people={runners} context={context} />
      {clubs.map((club) => (
        <Club key={club.club} club={club} context={context} />
      ))}
      {everyone.some((one) => mayHaveNews(one, config)) ? (
        <NewsControl className={styles.news} />
      ) : null}
    </div>
  );
}

/** Whether news of a person is still possible. */
function mayHaveNews(person: FollowedPerson, config: RaceConfig): boolean {
  if (person.kind === 'seen') return person.result.status === 'racing';
  return person.kind === 'awaited' && !isClosedFor(person.starter.events, config);
}

interface RowsProps {
  readonly people: readonly FollowedPerson[];
  readonly context: FollowedContext;
}

function Rows({ people, context }: RowsProps): ReactNode {
  if (people.length === 0) return null;
  return (
    <ul className="plain-list">
      {people.map((person) => (
        <Row key={person.runnerId} person={person} context={context} />
      ))}
    </ul>
  );
}

function Row(props: {
  readonly person: FollowedPerson;
  readonly context: FollowedContext;
}): ReactNode {
  const { person, context } = props;
  const { following } = useTexts();
  const row = describeFollowed(person, context);
  const starter =
    person.kind === 'seen' ? person.result : person.kind === 'awaited' ? person.starter : undefined;
  return (
    <li className={styles.row} data-followed-id={person.runnerId}>
      <span
        className={styles.place}
        data-final={row.isFinal}
        data-medal={row.isFinal ? row.place : undefined}
      >
        {row.place}
      </span>
      <span className={styles.who}>
        <span className={`${styles.name} semibold anywhere`}>
          {starter ? <RunnerLink runner={starter} /> : isolateText(row.name)}
        </span>
        <span className="text-m muted anywhere">{row.details}</span>
      </span>
      <span className={styles.time}>
        <span className={styles.main}>{row.main}</span>
        <span className="text-m muted anywhere">{row.sub}</span>
      </span>
      {person.kind === 'missing' && person.isGone ? (
        <button
          className={styles.remove}
          type="button"
          aria-label={following.remove(isolateText(row.name))}
          onClick={() => followed.toggleRunner(person.runner)}
        >
          <span aria-hidden="true">×</span>
        </button>
      ) : null}
    </li>
  );
}

/** A club in one row, which opens to show its runners. */
function Club({
  club,
  context,
}: {
  readonly club: FollowedClub;
  readonly context: FollowedContext;
}): ReactNode {
  const { following, common } = useTexts();
  const { members } = club;
  const statuses = members.flatMap((one) => (one.kind === 'seen' ? [one.result.status] : []));
  const count = (status: string): number => statuses.filter((one) => one === status).length;
  return (
    <details className={`${styles.club} line-above`}>
      <summary className={styles.summary}>
        <span className={`${styles.name} semibold anywhere`}>
          {following.allOf(isolateText(club.club))}
        </span>
        <span className="text-m muted anywhere">
          {common.runners(members.length)} · {following.seenOf(count('finished'), count('racing'))}
        </span>
      </summary>
      <Rows people={members} context={context} />
      <p className={styles.foot}>
        <FollowClubButton club={club.club} />
      </p>
    </details>
  );
}
