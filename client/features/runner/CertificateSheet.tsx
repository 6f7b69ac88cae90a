import type { ReactNode } from 'react';
import { coursesOf } from '#shared/model/courses.ts';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { isolateText, joinParts } from '#shared/format/isolate-text.ts';
import { isClosedFor } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { findFirstGun } from '#shared/scoring/tabs.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { findPictureAddress } from '#client/ui/picture-address.ts';
import { PageQrCode } from '#client/ui/QrCode.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { listPlaces } from '#client/ui/list-places.ts';
import { keepWhole } from '#client/ui/keep-whole.ts';
import { listTimes, useStartAndTimes } from './StartOfRunner.tsx';
import { useListedPlaces } from './use-listed.ts';
import styles from './CertificateSheet.module.css';

export interface CertificateSheetProps {
  readonly result: UnrankedResult;
  readonly config: ConfigBody;
}

/** The sheet, the same on screen and on paper. */
export function CertificateSheet({ result, config }: CertificateSheetProps): ReactNode {
  const texts = useAllTexts();
  const { certificate, common, runner } = texts;
  const { ageGroup, runClub, events } = result;
  const courses = coursesOf(config);
  const isClosed = isClosedFor(events, config);
  const { places: found = NO_PLACES } = useListedPlaces(result);
  const places = listPlaces(found, {
    texts,
    runner: result,
    courses,
    ofAll: isClosed ? certificate.ofFinishers : runner.ofAll,
    isClosed,
  });
  const gunAndChip = listTimes(useStartAndTimes(result).times, result, texts);
  const nowMs = useHeardMoment();
  const raceMs = result.startedAtMs ?? findFirstGun(events, config);
  return (
    <article className={styles.sheet}>
      <div className={styles.content}>
        <img className={styles.logo} src={findPictureAddress('logo', config.pictures)} alt="" />
        <p className={styles.race}>{config.pageTitle}</p>
        {raceMs === undefined ? null : (
          <p className={styles.date}>{common.dates.date(raceMs, config.timeZone)}</p>
        )}
        <p className={styles.kind}>{certificate.title}</p>
        <h1 className={styles.name}>{describeName(result, common)}</h1>
        <p className={styles.details}>{joinParts([runClub, keepWhole(ageGroup)])}</p>
        <p className={styles.finished}>{certificate.finished}</p>
        <p className={styles.event}>{labelEvent(events, config)}</p>
        <p className={styles.time}>
          {describeTotal(result, texts.outcome, courses.rankingOf(events))}
        </p>
        {gunAndChip.length === 0 ? null : <p className={styles.details}>{joinParts(gunAndChip)}</p>}
        <ul className={styles.places}>
          {places.map(({ place, of }) => (
            <li key={of}>
              <strong className={styles.place}>
                {common.ordinal(place, courses.sexOf(result))}
              </strong>{' '}
              <span className={styles.of}>{of}</span>
            </li>
          ))}
        </ul>
        <p className={styles.standing}>
          {describeResultsState([events], config, nowMs, texts) || certificate.provisional}
        </p>
        <PageQrCode
          className={styles.code}
          path={findRunnerPath(result)}
          label={texts.splits.everything(isolateText(describeName(result, common)))}
        />
      </div>
    </article>
  );
}

const NO_PLACES = { overall: null, sex: null, ageGroup: null };
