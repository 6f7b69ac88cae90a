import type { ReactNode } from 'react';
import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { labelPart } from '#shared/model/setting-parts.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { FetchedConfig } from '#client/organisers/config/fetched-config.ts';
import { Link } from '#client/ui/Link.tsx';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import layout from './layout.module.css';
import { Section } from './Section.tsx';
import { readTyped } from './setting-texts.ts';
import { StartField } from './StartField.tsx';
import type { ConfigForm } from './use-config-form.ts';
import styles from './ServerClock.module.css';
import { describeMoment, describeSpan } from '#client/organisers/texts/start-text.ts';

export interface StartsSectionProps {
  readonly form: ConfigForm;
  readonly config: FetchedConfig;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/** The planned starts. On the day they are set at the gun, on Control. */
export function StartsSection({ form, config, nowMs }: StartsSectionProps): ReactNode {
  const reading = readTyped('timeZone', form.typed.timeZone);
  const timeZone = reading.ok ? reading.value : undefined;
  const names = readTyped('distances', form.typed.distances);
  const distances = names.ok ? names.value : form.latest.distances;
  const courses = coursesOf(config);
  const common = { form, timeZone, nowMs };
  return (
    <Section title="Starts">
      <p className={layout.note}>
        Type the planned starts here. On the day, <strong>Start now</strong>, closing and making the
        results official are on <Link to={ORGANISERS_SCREENS.control}>Control</Link>.
      </p>
      <ServerClock timeZone={timeZone} nowMs={nowMs} offsetMs={config.offsetMs} />
      <div className={layout.starts}>
        <StartField
          {...common}
          field="raceStart"
          label={labelPart('raceStart', config)}
          whenEmpty="Not set: no race clock runs."
        />
        {courses.startKeys.map((key) => {
          const wave = courses.findWave(key);
          return (
            <StartField
              key={key}
              {...common}
              field={`starts.${key}`}
              label={`${wave?.name ?? labelEvent(key, { ...config, distances })} start`}
              placeholder={wave ? 'with the distance' : 'with the race'}
              whenEmpty=""
            />
          );
        })}
      </div>
    </Section>
  );
}

/** A computer's clock that is off by this much is worth a note. */
const WORTH_TELLING_MS = 2 * MINUTE_MS;

interface ServerClockProps {
  /** Undefined while unknown. */
  readonly timeZone: string | undefined;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
  /** How far the server's clock is ahead of this computer's. */
  readonly offsetMs: DurationMs;
}

/** The server's clock in the time zone of the race; starts are taken from it. */
function ServerClock({ timeZone, nowMs, offsetMs }: ServerClockProps): ReactNode {
  const wrongByMs = Math.round(Math.abs(offsetMs) / MINUTE_MS) * MINUTE_MS;
  return (
    <div className={styles.clock}>
      <p className="text-s bold muted anywhere">
        Server’s clock{timeZone ? ` in ${timeZone}` : ''}
      </p>
      <p className="bold" role="timer" aria-live="off" data-testid="server-clock">
        {timeZone ? describeMoment(nowMs, timeZone) : '–'}
      </p>
      {wrongByMs >= WORTH_TELLING_MS ? (
        <p className={layout.note}>
          This computer’s clock is {describeSpan(wrongByMs)} {offsetMs > 0 ? 'behind' : 'ahead'}.
          Only the server’s clock counts.
        </p>
      ) : null}
    </div>
  );
}
