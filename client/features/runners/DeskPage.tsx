import { type ReactNode, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { findRunners } from '#client/organisers/runners/find-runners.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { beneathOverlays } from '#client/ui/overlays.ts';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import { RunnerPanel } from './RunnerPanel.tsx';
import { StatusLine } from './StatusLine.tsx';
import { useFinder } from './use-finder.ts';
import { useListed, useNewWorkspace } from './use-workspace.ts';
import { WorkspaceFrame } from './WorkspaceFrame.tsx';

const MOST_OFFERED = 12;

export function DeskPage(): ReactNode {
  const { byId, everyone, runners } = useLists();
  const [params, setParams] = useSearchParams();
  const askedId = params.get('runner');
  const card = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const focusCard = (): void => card.current?.querySelector<HTMLElement>('[data-panel]')?.focus();
  const space = useNewWorkspace();
  const { forms } = space;
  const asked = askedId === null ? undefined : byId.get(askedId);
  useListed(
    space,
    useMemo(() => (asked ? [asked] : []), [asked]),
  );
  const finder = useFinder(forms.setStatus);
  const { text, inputRef } = finder.field;
  const found = text.trim() === '' ? undefined : findRunners(everyone, text);
  useArrivalFocus(askedId === null ? inputRef : card);

  const open = (runnerId: string): void => {
    forms.setStatus(undefined);
    beneathOverlays(() => {
      finder.field.onText('');
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
        <FindBox
          label="Find a bib, band or name"
          {...finder.field}
          shown={found ? { shown: found.matches, listed: everyone.length } : undefined}
          onEnter={() => finder.enter(found, ({ runnerId }) => open(runnerId))}
          onArrowDown={() => list.current?.querySelector('button')?.focus()}
        />
        <StatusLine />
        {found ? (
          <ul ref={list} className="plain-list lined" aria-label="Found">
            {found.rows.slice(0, MOST_OFFERED).map((runner) => (
              <li key={runner.runnerId}>
                <Button onClick={() => open(runner.runnerId)}>
                  {nameRunner(runner)}
                  <span className="muted"> {describeEntry(runner, space.clock.config)}</span>
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
        {found?.matches === 0 || (!found && askedId !== null && runners && !asked) ? (
          <EmptyNote>
            <p>{found ? `Nobody matches “${text.trim()}”.` : 'This runner no longer exists.'}</p>
          </EmptyNote>
        ) : null}
        {asked ? (
          <div ref={card}>
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
