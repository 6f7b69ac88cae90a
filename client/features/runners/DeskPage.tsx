import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { beneathOverlays } from '#client/ui/overlays.ts';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import { RunnerFinder } from './RunnerFinder.tsx';
import { RunnerPanel } from './RunnerPanel.tsx';
import { StatusLine } from './StatusLine.tsx';
import { useNewWorkspace } from './use-workspace.ts';
import { WorkspaceFrame } from './WorkspaceFrame.tsx';

export function DeskPage(): ReactNode {
  const { byId, runners } = useLists();
  const [params, setParams] = useSearchParams();
  const askedId = params.get('runner');
  const card = useRef<HTMLDivElement>(null);
  const focusCard = (): void => card.current?.querySelector<HTMLElement>('[data-panel]')?.focus();
  const space = useNewWorkspace();
  const { forms } = space;
  const asked = askedId === null ? undefined : byId.get(askedId);
  const inputRef = useRef<HTMLInputElement>(null);
  useArrivalFocus(askedId === null ? inputRef : card);

  const open = (runnerId: string): void => {
    forms.setStatus(undefined);
    beneathOverlays(() => {
      setParams({ runner: runnerId });
      // This runner is shown already, so no effect moves the focus.
      focusCard();
    });
  };
  const { editor } = forms;
  return (
    <WorkspaceFrame space={space}>
      <div className="stack-12 one-column">
        <ScreenHead screen={SCREENS.desk} />
        <RunnerFinder label="Find a bib, band or name" inputRef={inputRef} onOpen={open} />
        <StatusLine />
        {askedId !== null && runners && !asked ? (
          <EmptyNote>
            <p>This runner no longer exists.</p>
          </EmptyNote>
        ) : null}
        {asked ? (
          <div ref={card} data-runner-id={asked.runnerId}>
            <RunnerPanel
              key={asked.runnerId}
              runner={asked}
              editor={editor?.isDialog === false ? editor : undefined}
              {...(editor && { onClose: forms.close, onEscape: forms.leave })}
              isDesk
            />
          </div>
        ) : null}
        {runners ? null : <output>Loading...</output>}
      </div>
    </WorkspaceFrame>
  );
}
