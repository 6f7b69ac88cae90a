import { screen, waitFor } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { ShownArrival } from '#client/features/commentary/arrival-book.ts';
import { ArrivalList } from '#client/features/commentary/ArrivalList.tsx';
import type { StagePoint } from '#shared/scoring/stages.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

const NOW_MS = Date.UTC(2026, 5, 20, 11);

function buildRows(point: StagePoint): readonly ShownArrival[] {
  return ['ann', 'bob'].map((runnerId) => ({
    point,
    result: buildResult({ runnerId, firstName: runnerId, totalMs: 3_600_000 }),
    elapsedMs: 3_600_000,
    atMs: NOW_MS,
    wasMs: undefined,
    isRevoked: false,
    litUntilMs: 0,
  }));
}

/** The list of a view, and of another one in its place. */
function openList() {
  const onHold = vi.fn<(isHeld: boolean) => void>();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
  });
  const show = (view: string, point: StagePoint): void => {
    root.render(
      <ArrivalList
        title={view}
        view={view}
        rows={buildRows(point)}
        earlier={0}
        describe={({ result }) => ({
          place: '1',
          name: result.firstName,
          calls: [],
          details: '',
          time: '1:00:00',
          correction: '',
        })}
        nowMs={NOW_MS}
        onPin={vi.fn()}
        onHold={onHold}
        onShowEarlier={vi.fn()}
      />,
    );
  };
  show('finish PB', 'finish');
  return { onHold, show };
}

test('keyboard focus holds the list, even when other races are chosen', async () => {
  const { onHold, show } = openList();
  const bob = await screen.findByRole('button', { name: /bob/ });
  bob.focus();
  await waitFor(() => expect(onHold).toHaveBeenLastCalledWith(true));
  onHold.mockClear();
  show('finish PB BB', 'finish');
  await waitFor(() => expect(onHold).toHaveBeenLastCalledWith(true));
  expect(document.activeElement).toBe(bob);
});
