import { createField, type Field } from '../field.ts';
import { type Counts, LoadClient } from '../load/load-client.ts';
import { readCpuMs } from '../machine/processes.ts';
import { startPlain } from '../peers/plain.ts';
import { Product } from '../product.ts';
import type { BenchPart, BenchRow, BenchSetting, BenchSize, Goal, PartResult } from './part.ts';

interface Plan {
  readonly fields: readonly number[];
  readonly requests: number;
  readonly plainRequests: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  smallest: { fields: [200], requests: 40, plainRequests: 4 },
  small: { fields: [600, 2_000, 6_000], requests: 3_000, plainRequests: 30 },
  full: { fields: [600, 2_000, 6_000, 32_000], requests: 8_000, plainRequests: 30 },
};
const CONNECTIONS = 8;
const USUAL_FIELD = 2_000;

/** GET /api: what an answer costs the server, beside one made for each request. */
export const answers: BenchPart = {
  id: 'api',
  title: 'GET /api: CPU of the server an answer',
  async run({ size }: BenchSetting): Promise<PartResult> {
    const { fields } = PLANS[size];
    const measured: AnswerFigures[] = [];
    for (const runners of fields) {
      measured.push(await measureAnswers(createField(runners), PLANS[size]));
    }
    const growthOf = (name: string, cost: (figures: AnswerFigures) => number) => ({
      name,
      of: 'runners',
      unit: 'ms',
      points: measured.map((figures) => [figures.runners, cost(figures)] as const),
    });
    return {
      rows: measured.flatMap(presentAnswers),
      growth: [
        growthOf('GET /api, prepared', ({ fullMs }) => fullMs),
        growthOf('GET /api, 304', ({ sameMs }) => sameMs),
        growthOf('GET /api, plain design', ({ plainMs }) => plainMs),
      ],
      due: measured.reduce((sum, { due }) => sum + due, 0),
      delivered: measured.reduce((sum, { delivered }) => sum + delivered, 0),
      remarks: [],
    };
  },
};

interface AnswerFigures {
  readonly runners: number;
  readonly fullMs: number;
  readonly sameMs: number;
  readonly plainMs: number;
  readonly firstMs: number;
  readonly rawBytes: number;
  readonly brotliBytes: number;
  readonly due: number;
  readonly delivered: number;
}

/** Asks the built service, and a plain one for the same race. */
async function measureAnswers(
  field: Field,
  { requests, plainRequests }: Omit<Plan, 'fields'>,
): Promise<AnswerFigures> {
  const product = await Product.start(field, 0);
  try {
    const url = `${product.url}/api`;
    const startedMs = performance.now();
    const first = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    await first.arrayBuffer();
    const firstMs = performance.now() - startedMs;
    const tag = first.headers.get('etag') ?? '';
    const raw = await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).text();
    const target = { protocol: 'http', port: product.target.port, path: '/api' } as const;
    const accept = { 'accept-encoding': 'br' };
    // The first answers run on code that is not compiled yet.
    await ask(target, product.pid, Math.ceil(requests / 2), accept);
    const full = await ask(target, product.pid, requests, accept);
    const same = await ask(target, product.pid, requests, { ...accept, 'if-none-match': tag });
    const plainServer = await startPlain(raw);
    try {
      const plain = await ask(plainServer.target, plainServer.pid, plainRequests, {});
      return {
        runners: field.runners.length,
        fullMs: full.ms,
        sameMs: same.ms,
        plainMs: plain.ms,
        firstMs,
        rawBytes: Buffer.byteLength(raw),
        brotliBytes: Math.round(full.counts.bytes / requests),
        due: 2 * requests + plainRequests,
        delivered: full.counts.responses + same.counts.responses + plain.counts.responses,
      };
    } finally {
      await plainServer.stop();
    }
  } finally {
    await product.stop();
  }
}

/** Returns the processor time of one answer. */
async function ask(
  target: { readonly protocol: 'http'; readonly port: number; readonly path: string },
  pid: number,
  requests: number,
  headers: Readonly<Record<string, string>>,
): Promise<{ ms: number; counts: Counts }> {
  const client = await LoadClient.start(target);
  try {
    const cpuBefore = readCpuMs(pid);
    const counts = await client.get(Math.min(CONNECTIONS, requests), requests, headers);
    return { ms: (readCpuMs(pid) - cpuBefore) / requests, counts };
  } finally {
    await client.stop();
  }
}

function presentAnswers(figures: AnswerFigures): BenchRow[] {
  const { runners, fullMs, sameMs, plainMs, firstMs, rawBytes, brotliBytes } = figures;
  const goal = (atMost: number): { goal?: Goal } =>
    runners === USUAL_FIELD ? { goal: { atMost } } : {};
  return [
    {
      bench: `GET /api, ${runners} runners`,
      ratio: 'ms, whole body',
      value: fullMs,
      ...goal(0.12),
      figures: {
        'kB raw': Math.round(rawBytes / 1_000),
        'kB brotli': Math.round(brotliBytes / 1_000),
        'ms until the first came': Math.round(firstMs),
      },
    },
    {
      bench: `GET /api, ${runners} runners`,
      ratio: 'ms, 304',
      value: sameMs,
      ...goal(0.07),
      figures: {},
    },
    {
      bench: `GET /api, ${runners} runners`,
      ratio: 'made for each request / prepared',
      value: plainMs / fullMs,
      figures: { 'ms plain': plainMs.toFixed(2) },
    },
  ];
}
