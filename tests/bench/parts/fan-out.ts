import { createField } from '../field.ts';
import { quantile } from '../measure.ts';
import { type PeerName, startPeer } from '../peer.ts';
import { startService } from '../service.ts';
import { Spectators } from '../spectators.ts';
import type { BenchPart, BenchRow } from './part.ts';

const PLANS = {
  smallest: { sizes: [100], rounds: 1, frames: 2 },
  full: { sizes: [500, 2_000, 10_000], rounds: 3, frames: 12 },
} as const;
/** Four a second, without waiting for the one before. */
const PAUSE_MS = 260;
const WARM_UP = 4;
const PEERS: readonly PeerName[] = ['ws, prepared frame', 'Socket.IO emit'];

/** (a): the server's processor time per delivered frame, compared with the usual libraries. */
export const fanOut: BenchPart = {
  id: 'a',
  title: 'a frame to a spectator, four a second to all: CPU of the server',
  async run(size) {
    const { sizes, rounds, frames } = PLANS[size];
    const scans = (frames * rounds + WARM_UP) * sizes.length;
    const service = await startService(createField(2_000), scans);
    const peers = await Promise.all(PEERS.map(startPeer));
    try {
      const rows: BenchRow[] = [];
      for (const count of sizes) rows.push(...(await compare(count)));
      return rows;
    } finally {
      for (const one of [service, ...peers]) await one.stop();
    }

    /** In turns, so that other load of the machine affects all of them. */
    async function compare(count: number): Promise<readonly BenchRow[]> {
      const all = [service, ...peers].map((one) => new Spectators(one));
      for (const spectators of all) await spectators.open(count);
      const costs = all.map((): number[] => []);
      let [bytes, pings] = [0, 0];
      // Warms up the compiler. The others then send as many bytes as the service does for one scan.
      for (const spectators of all) {
        const { counts } = await spectators.run(Array<number>(WARM_UP).fill(PAUSE_MS), bytes);
        bytes ||= Math.round(counts.bytes / counts.news);
      }
      let isVoid = false;
      for (let round = 0; round < rounds; round += 1) {
        for (const [place, spectators] of all.entries()) {
          const run = await spectators.run(Array<number>(frames).fill(PAUSE_MS), bytes);
          costs[place]?.push((run.cpuMs * 1_000) / run.counts.news);
          isVoid ||= run.isVoid;
          if (place === 0) pings += run.counts.pings;
        }
      }
      for (const spectators of all) spectators.stop();
      const [own = NaN, ...theirs] = costs.map((each) => quantile(each, 0.5));
      const what = `${count} spectators`;
      const behind = `pongs ${pings}${isVoid ? ', void: spectators were too busy' : ''}`;
      return [
        { what, value: own, unit: 'µs', behind },
        ...theirs.map((their, place) => {
          const unit = `of ${PEERS[place]}`;
          return { what, value: own / their, unit, behind: `${their.toFixed(1)} µs` };
        }),
      ];
    }
  },
};
