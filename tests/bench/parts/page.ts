import { type Browser, chromium } from 'playwright-core';

import { getChromiumPath } from '#tests/support/binaries.ts';
import { HANGS_MS } from '#tests/support/hangs.ts';

import { createField } from '../field.ts';
import { Product } from '../product.ts';
import type { BenchPart, BenchRow, BenchSetting, BenchSize, PartResult } from './part.ts';

interface Plan {
  readonly runners: readonly number[];
  readonly pushes: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  smallest: { runners: [200], pushes: 3 },
  small: { runners: [2_000, 32_000], pushes: 20 },
  full: { runners: [600, 2_000, 8_000, 32_000], pushes: 40 },
};
/** What the goals are about: a field that a local race has, and the largest there is. */
const USUAL = 2_000;
const GOALS = { paintMs: 2_000, pushMs: 50 };

/** A phone of the lower half on a link of 1.6 Mbit/s. */
const SLOW_CPU = 4;
const LINK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** Longer than the server gathers scans for one push. */
const BETWEEN_PUSHES_MS = 400;
/** So much of the race is yet to come, so that both parts of the list are long. */
const STILL_OUT = 0.12;
/** After the rows come the pictures, the larger of which may be the largest paint. */
const PICTURES_MS = 2_000;

/** (p): what somebody waits for who opens the results, and what a push takes of their phone. */
export const page: BenchPart = {
  id: 'p',
  title: 'the page in a browser with a quarter of this processor, on 1.6 Mbit/s',
  run: benchPage,
};

declare global {
  interface Window {
    noted: { paintMs: number; shift: number };
  }
}

interface Visit {
  readonly runners: number;
  readonly paintMs: number;
  readonly shift: number;
  /** The longest that the page did not listen, on a quarter of the processor. */
  readonly pushMs: number;
  readonly pushes: number;
}

async function benchPage({ size }: BenchSetting): Promise<PartResult> {
  const { runners, pushes } = PLANS[size];
  const browser = await chromium.launch({
    executablePath: getChromiumPath(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const visits: Visit[] = [];
  try {
    for (const count of runners) visits.push(await visit(browser, count, pushes));
  } finally {
    await browser.close();
  }
  return {
    rows: visits.flatMap(presentVisit),
    growth: [
      {
        name: 'largest paint',
        of: 'runners',
        unit: 'ms',
        points: visits.map(({ runners, paintMs }) => [runners, paintMs] as const),
      },
      {
        name: 'longest task of a push',
        of: 'runners',
        unit: 'ms',
        points: visits.map(({ runners, pushMs }) => [runners, pushMs] as const),
      },
    ],
    due: visits.length * pushes,
    delivered: visits.reduce((sum, { pushes }) => sum + pushes, 0),
    remarks: [],
  };
}

/** Opens the results as a stranger does, then lets scans come in one by one. */
async function visit(browser: Browser, runners: number, pushes: number): Promise<Visit> {
  const field = createField(runners);
  const waiting = Math.max(pushes, Math.round(STILL_OUT * field.scans.length));
  const product = await Product.start(field, waiting);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  context.setDefaultTimeout(HANGS_MS);
  try {
    const page = await context.newPage();
    await page.addInitScript(noteItself);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
    await page.goto(product.url);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('[data-runner-id]').first().waitFor();
    await page.waitForTimeout(PICTURES_MS);
    await page.waitForFunction(() => window.noted.paintMs > 0);
    const { paintMs, shift } = await page.evaluate(() => window.noted);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await product.readHead();
    await browser.startTracing(page, { categories: ['toplevel'] });
    for (let push = 0; push < pushes; push += 1) {
      await product.broadcast(0, () => undefined);
      await page.waitForTimeout(BETWEEN_PUSHES_MS);
    }
    const pushMs = findLongestTask(await browser.stopTracing()) * SLOW_CPU;
    return { runners, paintMs, shift, pushMs, pushes };
  } finally {
    await context.close();
    await product.stop();
  }
}

/** Runs in the page, before anything else. */
function noteItself(): void {
  window.noted = { paintMs: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.noted.paintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      window.noted.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor: a busy machine adds nothing to them. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The longest task of a main thread in a trace, in milliseconds of the processor. */
function findLongestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter(
    (one) => one.name.endsWith('RunTask') && main.has(threadOf(one)),
  );
  return Math.max(...tasks.flatMap(({ tdur }) => tdur ?? [])) / 1_000;
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

function presentVisit({ runners, paintMs, shift, pushMs, pushes }: Visit): BenchRow[] {
  const bench = `${runners} runners`;
  return [
    {
      bench,
      ratio: 'largest paint, ms',
      value: paintMs,
      ...(runners === USUAL ? { goal: { atMost: GOALS.paintMs } } : {}),
      figures: { 'layout shift': shift.toFixed(3) },
    },
    {
      bench,
      ratio: 'longest task of a push, ms',
      value: pushMs,
      goal: { atMost: GOALS.pushMs },
      figures: { pushes },
    },
  ];
}
