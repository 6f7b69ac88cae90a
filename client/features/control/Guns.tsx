import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type StartPart, valueOf } from '#shared/model/setting-parts.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { Button } from '#client/ui/Button.tsx';
import { Link } from '#client/ui/Link.tsx';

export interface GunsProps {
  readonly event: EventCode;
  readonly config: RaceConfig;
  /** Undefined for somebody who may not change a gun; the argument is the setting that holds it. */
  readonly onStartNow: ((part: StartPart) => void) | undefined;
}

export function Guns({ event, config, onStartNow }: GunsProps): ReactNode {
  const waves = coursesOf(config).setup.waves.filter(({ distance }) => distance === event);
  const ofEvent = String(valueOf(config, `starts.${event}`) || config.raceStart);
  return (
    <>
      <Gun
        name={labelEvent(event, config)}
        part={`starts.${event}`}
        written={ofEvent}
        missing="No gun yet"
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

interface GunProps extends Pick<GunsProps, 'onStartNow'> {
  readonly name: string;
  readonly title?: string;
  /** The setting that holds a start of its own. */
  readonly part: StartPart;
  /** The start that counts; empty for none. */
  readonly written: string;
  readonly missing: string;
}

function Gun({ name, title = '', part, written, missing, onStartNow }: GunProps): ReactNode {
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
          <Button aria-label={`Start now: ${name}`} onClick={() => onStartNow(part)}>
            Start now
          </Button>
        </div>
      ) : null}
    </div>
  );
}
