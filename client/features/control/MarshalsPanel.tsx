import { Only } from '#client/organisers/session/Only.tsx';
import { type ReactNode, useMemo, useState } from 'react';

import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import type { RollCallClock } from '#client/organisers/rollcall/describe-called.ts';
import { describeDistance } from '#client/organisers/texts/start-text.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { Link } from '#client/ui/Link.tsx';
import { Button } from '#client/ui/Button.tsx';
import { MarshalsDialog } from './MarshalsDialog.tsx';
import { listPasses } from './passes.ts';

export interface MarshalsPanelProps {
  readonly events: readonly EventCode[];
  readonly context: RollCallClock;
}

/** How many phones report from the course, in a line; a press opens the rest. */
export function MarshalsPanel({ events, context }: MarshalsPanelProps): ReactNode {
  const { everyone, missing } = useLists();
  const isTimed = everyone.some(({ reports = [] }) => reports.some((report) => report.isTimed));
  const [isOpen, setIsOpen] = useState(false);
  const courses = coursesOf(context.config);
  const passes = useMemo(
    () =>
      missing &&
      listPasses(
        missing.control,
        everyone.flatMap(({ reports = [] }) => reports),
        courses,
      ),
    [everyone, missing, courses],
  );
  const { nowMs } = context;
  const live = passes?.filter(({ untilMs }) => untilMs > nowMs) ?? [];
  const heardMs = Math.max(...live.map((pass) => pass.heardMs ?? -Infinity));
  return (
    <section className="panel row gap-x-3 gap-y-0.5" aria-labelledby="marshals">
      <h2 id="marshals" className="heading">
        Marshals’ phones
      </h2>
      <p className="flex-[1_1_6rem] text-m text-muted">
        {live.length === 1 ? '1 pass' : `${live.length || 'no'} passes`}
        {heardMs === -Infinity
          ? ''
          : `, last report ${describeDistance(Math.min(heardMs, nowMs), nowMs)}`}
      </p>
      <Only right="control:write">
        <Button disabled={passes === undefined} onClick={() => setIsOpen(true)}>
          Passes…
        </Button>
      </Only>
      {isTimed ? (
        <Link className="link" to={`${ORGANISERS_SCREENS.reads}?verdict=hand-differs`}>
          Times by hand
        </Link>
      ) : null}
      {isOpen && passes ? (
        <MarshalsDialog
          passes={passes}
          events={events}
          context={context}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </section>
  );
}
