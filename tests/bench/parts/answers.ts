import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { createField } from '../field.ts';
import { readCpuMs } from '../measure.ts';
import { type Service, withService } from '../service.ts';
import type { BenchPart, BenchRow } from './part.ts';

const PLANS = {
  smallest: { fields: [200], requests: 40 },
  full: { fields: [600, 2_000, 6_000, 32_000], requests: 4_000 },
} as const;
const CONNECTIONS = 8;

/** (api): the cost of an answer to GET /api, and of the document with the first screen. */
export const answers: BenchPart = {
  id: 'api',
  title: 'GET /api and the first screen: CPU of the service an answer',
  async run(size) {
    const { fields, requests } = PLANS[size];
    const rows: BenchRow[] = [];
    for (const runners of fields) {
      await withService(createField(runners), 0, async (service) => {
        const add = async (name: string, path: string, headers = {}): Promise<string> => {
          const { ms, kB, firstMs, tag } = await measure(service, path, requests, headers);
          const behind = `${kB} kB, the first after ${firstMs} ms`;
          rows.push({ what: `${name}, ${runners} runners`, value: ms, unit: 'ms', behind });
          return tag;
        };
        const tag = await add('GET /api', '/api');
        await add('GET /api, 304', '/api', { 'if-none-match': tag });
        await add('the first screen', '/', { accept: 'text/html' });
      });
    }
    return rows;
  },
};

/** Sends requests over some connections, each after the last answer. `ms`: processor time per answer. */
async function measure(
  { url, pid }: Service,
  path: string,
  requests: number,
  given: Readonly<Record<string, string>>,
): Promise<{ ms: number; kB: number; firstMs: number; tag: string }> {
  const headers = { 'accept-encoding': 'br', ...given };
  // Not decompressed, which takes longer than answering.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let [bytes, tag] = [0, ''];
  const ask = async (times: number): Promise<void> => {
    for (let left = times; left > 0; left -= 1) {
      const asked = get(`${url}${path}`, { headers, agent });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      bytes = (await buffer(answer)).length;
      tag = answer.headers.etag ?? '';
      if (answer.statusCode !== (given['if-none-match'] ? 304 : 200)) {
        throw new Error(`${path} was answered with ${answer.statusCode}.`);
      }
    }
  };
  const askAll = (times: number): Promise<void[]> =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => ask(times / CONNECTIONS)));
  const startedMs = performance.now();
  await ask(1);
  const firstMs = Math.round(performance.now() - startedMs);
  // The first answers warm up the compiler.
  await askAll(requests / 2);
  const cpuBefore = readCpuMs(pid);
  await askAll(requests);
  const ms = (readCpuMs(pid) - cpuBefore) / requests;
  agent.destroy();
  return { ms, kB: Math.round(bytes / 1_000), firstMs, tag };
}
