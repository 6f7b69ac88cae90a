import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import {
  type AdminBody,
  type AdminRunner,
  DATA_BLOB_FIELDS,
  type SaveRunnerReply,
} from '#shared/wire/runners-api.ts';
import { openSession } from '#tests/support/open-session.ts';

import { createField } from '../field.ts';
import { quantile, readCpuMs } from '../measure.ts';
import { withService } from '../service.ts';
import type { BenchPart } from './part.ts';

const PLANS = {
  smallest: { desks: 4, saves: 2 },
  full: { desks: 40, saves: 25 },
} as const;

/** (s): desks that save at once, each its own runner, and again after each answer. */
export const saves: BenchPart = {
  id: 's',
  title: 'saves of desks at once',
  async run(size) {
    const plan = PLANS[size];
    return withService(createField(2_000), 0, async (service) => {
      const headers = {
        'Content-Type': 'application/json',
        [AUTH_HEADER]: await openSession(service.store, 'desk@example.org', 'admin'),
      };
      const list = (await (
        await fetch(`${service.url}/apiadmin`, { headers })
      ).json()) as AdminBody;
      const timesMs: number[] = [];
      const saveAll = async (desk: number): Promise<void> => {
        const { rev: first, ...runner } = list.resultData[desk] as AdminRunner;
        for (let rev = first; rev < first + plan.saves; rev += 1) {
          const entry: Readonly<Record<string, unknown>> = { ...runner, runClub: `Save ${rev}` };
          const dataBlob = DATA_BLOB_FIELDS.map((name) => entry[name] ?? '');
          const startedMs = performance.now();
          const body = JSON.stringify({ dataBlob, rev });
          const answer = await fetch(`${service.url}/api`, { method: 'POST', headers, body });
          const reply = (await answer.json()) as SaveRunnerReply;
          if (reply.result !== 'Success') throw new Error(`A save was refused: ${reply.result}.`);
          timesMs.push(performance.now() - startedMs);
        }
      };
      const cpuBefore = readCpuMs(service.pid);
      await Promise.all(Array.from({ length: plan.desks }, (_, desk) => saveAll(desk)));
      const what = `${plan.desks} desks, ${plan.saves} saves each`;
      const cpuMs = (readCpuMs(service.pid) - cpuBefore) / timesMs.length;
      const [p50, p99] = [quantile(timesMs, 0.5), quantile(timesMs, 0.99)];
      return [
        { what, value: cpuMs, unit: 'ms of the core a save' },
        { what, value: p99, unit: 'ms, p99', behind: `p50 ${p50.toFixed(0)}` },
      ];
    });
  },
};
