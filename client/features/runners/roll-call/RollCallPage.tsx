import { type ReactNode, useCallback, useRef } from 'react';

import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import {
  useExpectedProblem,
  useExpectedTimes,
} from '#client/organisers/rollcall/use-expected-times.ts';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { useNewWorkspace } from '../use-workspace.ts';
import { WorkspaceFrame } from '../WorkspaceFrame.tsx';
import { OpenRollCall } from './OpenRollCall.tsx';

/** Where everybody is, and who is not accounted for (SCREENS.md SX). */
export function RollCallPage(): ReactNode {
  const listedIds = useRef<ReadonlySet<string>>(new Set());
  const space = useNewWorkspace({ isListed: (id) => listedIds.current.has(id) });
  const onListed = useCallback((ids: ReadonlySet<string>) => {
    listedIds.current = ids;
  }, []);
  const { config, nowMs } = space.clock;
  const rollCall = useRollCall(config, nowMs);
  const times = useExpectedTimes();
  const problem = useExpectedProblem();
  return (
    <WorkspaceFrame space={space}>
      <div className="[--toolbar:60px] narrow:[--toolbar:112px] phone:[--toolbar:0px]">
        <ScreenHead screen={SCREENS.rollcall} />
        {problem === undefined ? null : (
          <Banner kind="notice">Expected times may be old or missing. {problem}</Banner>
        )}
        {rollCall ? (
          <OpenRollCall rollCall={rollCall} times={times} onListed={onListed} />
        ) : (
          <output>Loading...</output>
        )}
      </div>
    </WorkspaceFrame>
  );
}
