import { type ReactNode, useEffect, useState } from 'react';
import { type RaceStore, useRaceStore } from '#client/live/race-store.tsx';
import { type LatencyFigure, ScanLatency } from './scan-latency.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';

/** How long passings take from the scan to this screen (SCREENS.md PG4); nothing before that is known. */
export function ScanLatencyLine(): ReactNode {
  const { progress } = useAllTexts();
  const race = useRaceStore();
  const [figure, setFigure] = useState<LatencyFigure>();
  useEffect(() => measure(race, setFigure), [race]);
  return figure ? <p>{progress.scanToScreen(figure.medianMs, figure.count)}</p> : null;
}

/** Tells the figure after each push. What comes otherwise, at once after an outage, is passed over. */
function measure(race: RaceStore, tell: (figure: LatencyFigure | undefined) => void): () => void {
  const latency = new ScanLatency();
  const seen = new WeakSet<object>();
  let { connection } = race.getSnapshot();
  let { standings } = race.replica;
  const look = (isPushed: boolean): void => {
    const changes = [...race.replica.changes].filter(([, change]) => !seen.has(change));
    for (const [, change] of changes) seen.add(change);
    if (!isPushed || changes.length === 0) return;
    const rows = changes.flatMap(([runnerId]) => race.replica.standings.find(runnerId) ?? []);
    const { clockOffsetMs: offsetMs } = race.getSnapshot();
    latency.note(rows, { phoneMs: Date.now(), steadyMs: performance.now(), offsetMs });
    tell(latency.figure);
  };
  look(false);
  return race.subscribe(() => {
    const before = { connection, standings };
    ({ connection } = race.getSnapshot());
    ({ standings } = race.replica);
    // A snapshot makes other standings, and what closes a gap comes while the page catches up.
    const isLive = connection === 'live' && before.connection === 'live';
    look(isLive && standings === before.standings);
  });
}
