import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { isClosedFor, type RaceConfig } from '#shared/model/race-config.ts';
import { type StartPart, valueOf } from '#shared/model/setting-parts.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';
import { Button } from '#client/ui/Button.tsx';
import { Link } from '#client/ui/Link.tsx';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

export interface GunsProps {
  readonly event: EventCode;
  readonly config: RaceConfig;
  /** The distance is started next, by its own button. */
  readonly isNext: boolean;
  /** Undefined for somebody who may not change a gun; the argument is the setting that holds it. */
  readonly onStartNow: ((part: StartPart) => void) | undefined;
}

export function Guns({ event, config, isNext, onStartNow }: GunsProps): ReactNode {
  const waves = coursesOf(config).setup.waves.filter(({ distance }) => distance === event);
  const ofEvent = gunOf(event, config);
  return (
    <>
      <Gun
        name={labelEvent(event, config)}
        part={`starts.${event}`}
        written={ofEvent}
        missing="No gun yet"
        isNext={isNext}
        onStartNow={onStartNow}
      />
      {waves.map(({ id, name }) => (
        <Gun
          key={id}
          name={name}
          title={`${name}: `}
          part={`starts.${id}`}
          written={String(valueOf(config, `starts.${id}`))}
          missing="with the distance"
          onStartNow={onStartNow}
        />
      ))}
    </>
  );
}

/** Whether a distance has no gun yet, or one still to come. */
export function awaitsGun(event: EventCode, config: RaceConfig, nowMs: EpochMs): boolean {
  const written = gunOf(event, config);
  const startMs = findStartMs(written, config.timeZone) ?? Infinity;
  return !isClosedFor(event, config) && startMs > nowMs;
}

function gunOf(event: EventCode, config: RaceConfig): string {
  return String(valueOf(config, `starts.${event}`) || config.raceStart);
}

interface GunProps extends Pick<GunsProps, 'onStartNow'> {
  readonly name: string;
  readonly title?: string;
  /** The setting that holds a start of its own. */
  readonly part: StartPart;
  /** The start that counts; empty for none. */
  readonly written: string;
  readonly missing: string;
  readonly isNext?: boolean;
}

function Gun(props: GunProps): ReactNode {
  const { name, title = '', part, written, missing, isNext = false, onStartNow } = props;
  return (
    <div className="row between gap-y-0.5 text-m">
      <p>
        {title}
        {written ? (
          <>
            Gun <strong className="nowrap">{written.slice(11).replaceAll('-', ':')}</strong>
          </>
        ) : (
          missing
        )}
      </p>
      {onStartNow ? (
        <div className="row gap-x-3 gap-y-0 [&_button]:px-2.5 [&_button]:text-m">
          {written ? (
            <Link
              className="link"
              to={ORGANISERS_SCREENS.config}
              aria-label={`Change the gun of ${name}`}
            >
              Change
            </Link>
          ) : null}
          <Button
            kind={isNext ? 'main' : 'plain'}
            aria-label={`Start now: ${name}`}
            onClick={() => onStartNow(part)}
          >
            Start now
          </Button>
        </div>
      ) : null}
    </div>
  );
}
