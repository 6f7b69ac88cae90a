import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { Correction } from '#shared/model/decisions.ts';
import { NO_END_MS } from '#client/organisers/reads/describe-read.ts';
import { asScanId } from '#shared/model/ids.ts';
import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type {
  ClockSuspicion,
  CorrectionImpact,
  ListedRead,
  ReadsBody,
  SourcesBody,
} from '#shared/wire/reads-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { buildOutcome } from './support/build-outcome.ts';
import { type FakeWire, refuse } from './support/fake-wire.ts';
import { expectNoDialog, valueOf } from './support/on-screen.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './support/open-screen.tsx';
import { provideSkipTime } from './support/skip-time.ts';

/** 18:00 in Wales, in summer. */
const SIX_MS = Date.UTC(2026, 5, 20, 17);
const MINUTE_MS = 60_000;
const DAY = '20/06/2026';

const NIA = {
  runnerId: 'r1',
  bibNumber: '1234',
  firstName: 'Nia',
  lastName: 'Rees',
  event: 'BB',
} as const;

function read(scanId: string, rest: Partial<ListedRead> = {}): ListedRead {
  return {
    scanId,
    timeMs: SIX_MS + 132_114,
    points: ['finish'],
    bandID: '21234',
    source: 'finish-2',
    arrivedMs: SIX_MS + 22 * MINUTE_MS,
    runner: NIA,
    verdict: 'counted',
    countedAt: ['finish'],
    instead: [],
    corrections: [],
    ...rest,
  };
}

const COUNTED = read('a');
const OTHER = read('b', {
  timeMs: SIX_MS + 22 * MINUTE_MS + 9_003,
  source: 'finish-mat',
  verdict: 'duplicate',
  countedAt: [],
  instead: [{ point: 'finish', timeMs: COUNTED.timeMs, source: 'finish-2' }],
});
const STRANGE = read('c', { bandID: '29001', runner: null, verdict: 'unassigned', countedAt: [] });

const MOVED: Correction = {
  correctionId: 'k1',
  reads: { kind: 'source', source: 'finish-2', fromMs: SIX_MS, untilMs: SIX_MS + 65 * MINUTE_MS },
  action: { kind: 'clock', shiftMs: 20 * MINUTE_MS },
  reason: 'wrong zone',
  atMs: SIX_MS + 31 * MINUTE_MS,
  by: 'dai@race.local',
};

const SLOW: ClockSuspicion = {
  source: 'finish-2',
  point: 'finish',
  by: 'other-source',
  wrong: 2433,
  of: 2500,
  shiftMs: 20 * MINUTE_MS,
  fromMs: SIX_MS,
  untilMs: SIX_MS + 65 * MINUTE_MS + 250,
};

const NOTHING: CorrectionImpact = {
  reads: 1,
  runners: 1,
  moved: 0,
  finishesLost: 0,
  finishesGained: 0,
  others: 0,
  winners: [],
};

function pageOf(
  wire: FakeWire,
  reads: readonly ListedRead[],
  rest: Partial<ReadsBody> = {},
): ReadsBody {
  return { ...wire.head, count: reads.length, reads, next: null, ...rest };
}

function sourcesOf(wire: FakeWire, rest: Partial<SourcesBody> = {}): SourcesBody {
  const at = {
    firstMs: SIX_MS,
    lastMs: SIX_MS + 65 * MINUTE_MS,
    points: ['finish'],
  } as const;
  return {
    ...wire.head,
    sources: [
      { ...at, source: 'finish-2', reads: 2882 },
      { ...at, source: 'finish-mat', reads: 8524, points: ['start', 'finish'] },
    ],
    corrections: [],
    suspicions: [],
    ...rest,
  };
}

interface Given extends ScreenOptions {
  readonly path?: string;
  readonly reads?: readonly ListedRead[];
  readonly sources?: Partial<SourcesBody>;
}

async function openReads(given: Given = {}): Promise<OpenScreen> {
  const { path = '/reads', reads = [COUNTED, OTHER, STRANGE], sources = {}, ...rest } = given;
  return openScreen(path, {
    config: { distances: '10K', timeZone: 'Europe/London' },
    ...rest,
    prepare: (wire) => {
      wire.answer('GET /apiadmin/reads', () => pageOf(wire, reads));
      wire.answer('GET /apiadmin/reads/sources', () => sourcesOf(wire, sources));
      wire.answer('POST /corrections/preview', NOTHING);
      rest.prepare?.(wire);
    },
  });
}

/** The cells of each row, without its checkbox. */
const listRows = (): string[][] =>
  Array.from(document.querySelectorAll('tbody tr'), (row) =>
    Array.from(row.querySelectorAll('th, td:not(:has(input))'), (cell) => cell.textContent),
  );

/** The query of the last fetch of reads. */
const askedFor = (wire: FakeWire): string | undefined =>
  wire.sent('GET /apiadmin/reads').at(-1)?.path.split('?')[1];

const chooseRead = async ({ user }: OpenScreen, name: RegExp): Promise<void> => {
  await user.click(await screen.findByLabelText(name));
};

test('a list of times comes from a file, whose picker may be cancelled without closing the form', async () => {
  const { press, user } = await openReads();
  await press('Add a list of times…');
  const dialog = await screen.findByRole('dialog', { name: 'Add a list of times' });
  const picker = within(dialog).getByLabelText('Or from a file');
  picker.dispatchEvent(new Event('cancel', { bubbles: true }));
  await user.upload(picker, new File(['101,0:17:53'], 'times.csv', { type: 'text/csv' }));
  await waitFor(() => expect(valueOf('Bibs and times')).toBe('101,0:17:53'));
  within(dialog).getByText('times.csv · 11 bytes');
});

test('a file of times that cannot be read or is empty is named, and leaves the list as it was', async () => {
  const { press, user } = await openReads();
  await press('Add a list of times…');
  const list = await screen.findByLabelText('Bibs and times');
  await user.type(list, '101,0:17:53');
  const picker = screen.getByLabelText('Or from a file');
  const gone = Object.assign(new File(['102,17:58'], 'gone.csv'), {
    text: () => Promise.reject(new DOMException('moved away', 'NotFoundError')),
  });
  await user.upload(picker, gone);
  await screen.findByText('gone.csv cannot be read.');
  await user.upload(picker, new File([' \n'], 'blank.csv'));
  await screen.findByText('blank.csv is empty.');
  expect(valueOf('Bibs and times')).toBe('101,0:17:53');
  await user.upload(picker, new File(['102,17:58'], 'times.csv'));
  await waitFor(() => expect(valueOf('Bibs and times')).toBe('102,17:58'));
  expect(screen.queryByText('blank.csv is empty.')).toBeNull();
});

test('[SE4] a form that the browser closed by itself is open again, and asks about typed text', async () => {
  const { press, user } = await openReads();
  await press('Add a list of times…');
  const form = await screen.findByRole<HTMLDialogElement>('dialog', {
    name: 'Add a list of times',
  });
  form.close();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Add a list of times…');
  await user.type(await screen.findByLabelText('Bibs and times'), '101');
  const again = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Add a list of times' });
  again.close();
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(again.open).toBe(true);
  expect(valueOf('Bibs and times')).toBe('101');
});

test('a read shows its time, runner and verdict, and which read counts instead', async () => {
  const mat = { timeMs: SIX_MS + 77_000, source: 'finish-mat' };
  const byHand = read('d', { source: 'Dai, marshal at finish', bandID: 'by hand', hand: { mat } });
  await openReads({ reads: [COUNTED, OTHER, STRANGE, byHand] });
  const at = `${DAY} 18:02:12.114 | arrived ${DAY} 18:22:00 | finish-2 | Finish`;
  await waitFor(() =>
    expect(listRows().map((row) => row.join(' | '))).toEqual([
      `${at} | band 21234 | 1234 Nia Rees · 10K | counts`,
      `${DAY} 18:22:09.003 | arrived ${DAY} 18:22:00 | finish-mat | Finish | band 21234 | 1234 Nia Rees · 10K | not counted ${DAY} 18:02:12 of finish-2 counts`,
      `${at} | band 29001 | nobody | unassigned`,
      expect.stringMatching(/by hand \| 1234 .* counts by hand, 55\.1 s after finish-mat, /),
    ]),
  );
  const [link] = screen.getAllByRole('link', { name: '1234 Nia Rees · 10K' });
  expect(link?.getAttribute('href')).toBe('/desk?runner=r1');
});

test('[CR8] two swapped boxes are named, with what shows it', async () => {
  const swap = { source: 'box-2', point: 'cp2', other: 'box-3', otherPoint: 'cp3' } as const;
  await openReads({
    config: { wayPoints: '', timeZone: 'Europe/London' },
    sources: { swaps: [{ ...swap, wrong: 38, of: 40 }] },
  });
  const named = await screen.findByRole('region', { name: 'The points of box-2 and box-3' });
  expect(named.textContent).toContain('of 40 runners read by both, 38 were at CP3 before CP2');
});

test('the filter is in the address, and the matching reads are counted', async () => {
  const { wire, user } = await openReads();
  await screen.findByText('3 of 11,406 reads');
  await user.selectOptions(screen.getByLabelText('Verdict'), 'Not counted');
  await user.selectOptions(screen.getByLabelText('Point'), 'Finish');
  await user.selectOptions(screen.getByLabelText('Source'), 'finish-2');
  await waitFor(() =>
    expect(askedFor(wire)).toBe('source=finish-2&point=finish&verdict=not-counted'),
  );
  expect(new URLSearchParams(location.search).get('source')).toBe('finish-2');
  await user.click(screen.getByLabelText('Find a band, bib or name'));
  await user.paste(' rees ');
  await waitFor(() =>
    expect(askedFor(wire)).toBe('find=rees&source=finish-2&point=finish&verdict=not-counted'),
  );
  await waitFor(() => expect(new URLSearchParams(location.search).get('find')).toBe('rees'));
});

test('the list does not change while reads are selected, and counts new ones', async () => {
  const skipTime = provideSkipTime();
  const opened = await openReads({ reads: [COUNTED] });
  const { wire, press } = opened;
  await chooseRead(opened, /finish-2, band 21234$/);
  wire.answer('GET /apiadmin/reads', () => pageOf(wire, [OTHER, STRANGE, COUNTED]));
  await skipTime(ADMIN_POLL_MS);
  const chosen = await screen.findByRole('region', { name: 'Chosen reads' });
  const more = await within(chosen).findByRole('button', { name: /^Show 2 reads more/ });
  expect(listRows()).toHaveLength(1);
  await press(more.textContent);
  await waitFor(() => expect(listRows()).toHaveLength(3));
  screen.getByText('1 read chosen');
});

test('earlier reads are loaded on demand, each once, and then the list does not change', async () => {
  const skipTime = provideSkipTime();
  const opened = await openReads();
  const { wire, press } = opened;
  await waitFor(() => expect(listRows()).toHaveLength(3));
  wire.answer('GET /apiadmin/reads', ({ path }) =>
    path.includes('before=')
      ? pageOf(wire, [COUNTED, OTHER], { count: 3 })
      : pageOf(wire, [STRANGE, COUNTED], { count: 3, next: 'cursor 1' }),
  );
  await skipTime(ADMIN_POLL_MS);
  await waitFor(() => expect(listRows()).toHaveLength(2));
  await press('Show more');
  await waitFor(() =>
    expect(listRows().map((cells) => cells[4])).toEqual(['band 29001', 'band 21234', 'band 21234']),
  );
  expect(
    wire.sent('GET /apiadmin/reads').some(({ path }) => path === '/apiadmin/reads?before=cursor+1'),
  ).toBe(true);
  await expect.poll(() => screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  wire.answer('GET /apiadmin/reads', () => pageOf(wire, []));
  await skipTime(ADMIN_POLL_MS);
  await press('Show what changed');
  await screen.findByText('Nothing has been read yet.');
});

test('a clock that seems to be wrong is moved in two presses', async () => {
  const { wire, press, user } = await openReads({ sources: { suspicions: [SLOW] } });
  await screen.findByText(
    'finish-2 at Finish: 2,433 of 2,500 reads do not fit: its clock seems to be 20:00 behind. No arrival of live reads confirms this: the others may be wrong instead.',
  );
  const changed = { reads: 2882, runners: 2800, moved: 2433 };
  wire.answer('POST /corrections/preview', { ...NOTHING, ...changed });
  wire.answer('POST /corrections', { result: 'Success' });
  await user.click(await screen.findByRole('button', { name: 'Move the clock of finish-2…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move the clock: finish-2' });
  await within(dialog).findByText('2,433 totals change');
  within(dialog).getByText('2,882 reads of 2,800 runners:');
  wire.answer('GET /apiadmin/reads/sources', () =>
    sourcesOf(wire, { corrections: [{ correction: MOVED, reads: 2882 }] }),
  );
  await press('Move the clock');
  await expectNoDialog();
  await screen.findByText('Clock moved +20:00.');
  const [sent] = wire.sent('POST /corrections');
  expect(sent?.body).toMatchObject({
    // To the millisecond, though fields show tenths at most.
    reads: { source: 'finish-2', point: 'finish', fromMs: SLOW.fromMs, untilMs: NO_END_MS },
    action: { kind: 'clock', shiftMs: 20 * MINUTE_MS },
    reason: 'The clock was 20:00 behind',
  });
  await waitFor(() => expect(screen.queryByText(/^finish-2 at Finish/)).toBeNull());
  await screen.findByText(/^Clock moved \+20:00: 2,882 reads of finish-2, /);
});

test('of two clocks that contradict each other neither is moved from the hint', async () => {
  const both = { ...SLOW, shiftMs: null, rival: 'finish-mat' };
  await openReads({ sources: { suspicions: [both] } });
  const hint = await screen.findByRole('region', { name: 'The clocks of finish-2 and finish-mat' });
  expect(hint.textContent).toBe(
    'The reads of finish-2 and finish-mat do not fit each other: one of their clocks seems to be wrong, and nothing shows which. ' +
      'Compare both with a right clock. Then choose the wrong one as the source, and correct its reads.',
  );
});

test('a correction with a fault is not sent; a refused one keeps its text, and sent again is made once', async () => {
  const opened = await openReads();
  const { wire, fill, press } = opened;
  await opened.user.selectOptions(await screen.findByLabelText('Source'), 'finish-2');
  await press('Correct the reads of finish-2…');
  await screen.findByRole('dialog');
  // A clock stays wrong until somebody sets it.
  expect([valueOf('From'), valueOf('Until')]).toEqual(['18:00:00', '']);
  await fill('By how much', '20');
  await press('Move the clock');
  await screen.findByText('Enter minutes and seconds such as +20:00, or with hours, -1:00:00.');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('By how much'));
  expect(wire.sent('POST /corrections')).toEqual([]);
  await fill('By how much', '+20:00');
  await fill('Reason', 'slow');
  wire.answer('POST /corrections', refuse(409, { error: 'A race has 500 corrections at most.' }));
  await press('Move the clock');
  await screen.findByText('A race has 500 corrections at most.');
  expect([valueOf('By how much'), valueOf('Reason')]).toEqual(['+20:00', 'slow']);
  wire.answer('POST /corrections', { result: 'Success' });
  await press('Move the clock');
  await expectNoDialog();
  const [first, second] = wire.sent('POST /corrections');
  expect(second?.body).toEqual(first?.body);
});

test('selected reads are made void together', async () => {
  const opened = await openReads();
  const { wire, press, fill } = opened;
  await chooseRead(opened, /finish-2, band 21234$/);
  await chooseRead(opened, /finish-mat/);
  await chooseRead(opened, /band 29001$/);
  await screen.findByText('3 reads chosen');
  await chooseRead(opened, /finish-mat/);
  await screen.findByText('2 reads chosen');
  await press('Make void…');
  await screen.findByRole('dialog', { name: 'Make void: 2 reads' });
  await fill('Reason', '  test bands ');
  wire.answer('POST /corrections', { result: 'Success' });
  await press('Make void');
  await expectNoDialog();
  expect(wire.sent('POST /corrections')[0]?.body).toMatchObject({
    reads: { kind: 'reads', scanIds: [asScanId('a'), asScanId('c')] },
    action: { kind: 'void' },
    reason: 'test bands',
  });
  await screen.findByText('Made void.');
  await expect.poll(() => screen.queryByText(/chosen$/)).toBeNull();
});

test('a read is added by bib, at a point, by clock or time since the start, with the other shown next to it', async () => {
  const { wire, fill, user, press } = await openReads({
    runners: [
      buildAdminRunner({
        firstName: 'Elin',
        lastName: 'Huws',
        runClub: '',
        raceNumber: '77',
        bibNumber: '9',
        event: 'BB',
      }),
    ],
    prepare: (fake) => {
      // The server's clock is on the day of the race; this computer's is not.
      fake.answer('GET /webconfig', {
        ...buildConfig({ distances: '10K', timeZone: 'Europe/London' }),
        serverTime: SIX_MS,
        pictures: DEFAULT_PICTURES,
      });
      fake.answer('GET /apiadmin/:runnerId/scans', {
        ...fake.head,
        status: 'racing',
        scans: [],
        outcome: buildOutcome({ startMs: SIX_MS }),
      });
    },
  });
  await press('Add a read…');
  await fill('Bib, band or name', '9');
  await screen.findByText('Elin Huws (bib 9), 10K.');
  // Times typed before the start is known count once it is.
  await fill('Time since the start', '46:24.5');
  await expect.poll(() => valueOf('Clock time')).toBe('18:46:24.500');
  await fill('Clock time', '19:02:03');
  await expect.poll(() => valueOf('Time since the start')).toBe('1:02:03');
  await user.selectOptions(screen.getByLabelText('Where'), 'Finish');
  const action = {
    kind: 'add',
    bandId: '77',
    point: 'finish',
    timeMs: SIX_MS + 62 * MINUTE_MS + 3_000,
  };
  await waitFor(() =>
    expect(wire.sent('POST /corrections/preview').at(-1)?.body).toEqual({
      reads: { kind: 'added' },
      action,
    }),
  );
  await fill('Reason', 'seen on the film');
  wire.answer('POST /corrections', { result: 'Success' });
  await press('Add a read');
  await screen.findByText('Band 77 added at Finish.');
  expect(wire.sent('POST /corrections')[0]?.body).toMatchObject({
    reads: { kind: 'added' },
    action,
    reason: 'seen on the film',
  });
});

test('corrections are listed newest first, and taken back after a question', async () => {
  const voided: Correction = { ...MOVED, correctionId: 'k0', action: { kind: 'void' } };
  const pointed: Correction = {
    ...voided,
    correctionId: 'k2',
    action: { kind: 'point', points: ['finish'] },
  };
  const corrections = [voided, MOVED, pointed].map((correction) => ({ correction, reads: 1 }));
  const { wire, press, user } = await openReads({ sources: { corrections } });
  await press('Show all 3 corrections');
  const names = within(screen.getByRole('region', { name: 'Corrections' })).getAllByRole(
    'listitem',
  );
  expect(names.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Moved to Finish: 1 read of finish-2/),
    expect.stringMatching(
      /^Clock moved \+20:00: 1 read of finish-2, .*dai@race.local, .*“wrong zone”/,
    ),
    expect.stringMatching(/^Made void: 1 read of finish-2/),
  ]);
  await user.click(within(names[1] as HTMLElement).getByRole('button'));
  const dialog = await screen.findByRole('dialog', { name: 'Take back this correction?' });
  wire.answer(
    'POST /corrections/:correctionId/undo',
    refuse(404, { error: 'There is no such correction.' }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Take back' }));
  await within(dialog).findByText('There is no such correction.');
  wire.answer('POST /corrections/:correctionId/undo', { result: 'Success' });
  await user.click(within(dialog).getByRole('button', { name: 'Take back' }));
  await expectNoDialog();
  await screen.findByText('Taken back: Clock moved +20:00.');
  expect(wire.sent('POST /corrections/:correctionId/undo').at(-1)?.path).toBe(
    '/corrections/k1/undo',
  );
});
