import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type StartPart, valueOf } from '#shared/model/setting-parts.ts';
import { Button } from '#client/ui/Button.tsx';

/** The actions on a gun; `part` is the setting that holds it. */
export interface GunControls {
  readonly onStartNow: (part: StartPart) => void;
  readonly onMove: (part: StartPart, bySeconds: number) => void;
}

export interface GunsProps {
  readonly event: EventCode;
  readonly config: RaceConfig;
  /** Undefined for somebody who may not change a gun. */
  readonly gun: GunControls | undefined;
}

/** The guns of an event and of its waves, each fired by one press. */
export function Guns({ event, config, gun }: GunsProps): ReactNode {
  const part = `starts.${event}` as const;
  const waves = coursesOf(config).setup.waves.filter(({ distance }) => distance === event);
  const ofEvent = config.starts[event] ? part : 'raceStart';
  return (
    <>
      <Gun name={labelEvent(event, config)} part={part} writtenIn={ofEvent} {...{ config, gun }} />
      {waves.map(({ id, name }) => (
        <Gun
          key={id}
          name={name}
          title={`${name}: `}
          part={`starts.${id}`}
          writtenIn={config.starts[id] ? `starts.${id}` : undefined}
          {...{ config, gun }}
        />
      ))}
    </>
  );
}

interface GunProps extends Pick<GunsProps, 'config' | 'gun'> {
  readonly name: string;
  /** The name of a wave. */
  readonly title?: string;
  /** The setting that holds a start of its own. */
  readonly part: StartPart;
  /** The setting that counts; undefined for a wave that starts with its distance. */
  readonly writtenIn: StartPart | undefined;
}

function Gun({ name, title = '', part, writtenIn, config, gun }: GunProps): ReactNode {
  const written = writtenIn && String(valueOf(config, writtenIn));
  return (
    <div className="row between gap-y-0.5 text-m">
      <p>
        {title}
        {written ? (
          <>
            Gun <strong className="nowrap">{written.slice(11).replaceAll('-', ':')}</strong>
          </>
        ) : (
          NO_GUN[writtenIn ? 'event' : 'wave']
        )}
      </p>
      {gun ? (
        <div className="flow gap-1.5 [&_button]:px-2.5 [&_button]:text-m">
          {writtenIn && written
            ? ([-1, 1] as const).map((bySeconds) => (
                <Button
                  key={bySeconds}
                  aria-label={`${bySeconds < 0 ? '−' : '+'}1 s: gun of ${name}`}
                  onClick={() => gun.onMove(writtenIn, bySeconds)}
                >
                  {bySeconds < 0 ? '−1 s' : '+1 s'}
                </Button>
              ))
            : null}
          <Button aria-label={`Start now: ${name}`} onClick={() => gun.onStartNow(part)}>
            Start now
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const NO_GUN = { event: 'No gun yet', wave: 'with the distance' };
