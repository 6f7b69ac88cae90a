import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import type { ControlEntry, Report } from '#shared/model/decisions.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import type {
  MarshalBody,
  MarshalReply,
  MarshalTap,
  NewPassReply,
} from '#shared/wire/marshal-api.ts';

import { buildConfig, buildRunner, type RunnerOverrides } from './builders.ts';
import type { OrganisersRace, OrganisersWeb } from './organisers-race.ts';
import { changeSettings } from '#tests/support/change-settings.ts';

/** Two instances of a race, and the calls of marshals and organisers. */
export async function openMarshals(race: OrganisersRace, runners: readonly RunnerOverrides[]) {
  const entered = runners.map((runner) => buildRunner(runner));
  await race.store.replaceRunners(entered, { by: 'test' });
  await changeSettings(race.store, () => buildConfig(), 'test');
  const [here, there] = [await race.serve(), await race.serve()];
  const makePass = (given: object = {}, web: OrganisersWeb = here) =>
    web
      .as(race.helper)
      .post('/marshals')
      .send({ point: 'cp3', name: 'Dai', untilMs: Date.now() + HOUR_MS, ...given });
  const openPass = async (given: object = {}): Promise<string> => {
    const { body } = await makePass(given).expect(200);
    const [, pass = ''] = (body as NewPassReply).url.split('#');
    // The other instance has to receive the change first.
    const { version } = here.context.race.head;
    await expect.poll(() => there.context.race.head.version).toBeGreaterThanOrEqual(version);
    return pass;
  };
  const send = (pass: string, taps: readonly object[], web: OrganisersWeb = here) =>
    web.http.post('/api/marshal/reports').set('Authorization', `Bearer ${pass}`).send({ taps });
  const tell = async (pass: string, taps: readonly object[], web: OrganisersWeb = here) => {
    const { body } = await send(pass, taps, web).expect(200);
    return (body as MarshalReply).outcomes;
  };
  const get = (pass: string, web: OrganisersWeb = here) =>
    web.http.get('/api/marshal').set('Authorization', `Bearer ${pass}`);
  const look = async (pass: string, web: OrganisersWeb = here): Promise<MarshalBody> =>
    (await get(pass, web).expect(200)).body as MarshalBody;
  const readReports = async (runnerId?: string): Promise<Report[]> =>
    [...(await race.store.readRecord()).reports].filter(
      (report) => runnerId === undefined || report.runnerId === (runnerId as RunnerId),
    );
  const readControl = async (kind: ControlEntry['kind']): Promise<ControlEntry[]> =>
    [...(await race.store.readRecord()).control].filter((entry) => entry.kind === kind);
  return { race, here, there, makePass, openPass, send, tell, get, look, readReports, readControl };
}

/** One tap as a phone sends it. */
export function buildTap(tap: Partial<MarshalTap> = {}): MarshalTap {
  return { reportId: randomUUID(), kind: 'seen', bib: '77', atMs: Date.now(), ...tap };
}
