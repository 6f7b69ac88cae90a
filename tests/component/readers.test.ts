import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ListedReader, ReadersBody } from '#shared/wire/readers-api.ts';
import { buildPoint, buildSetup, configOf } from '#tests/support/build-setup.ts';
import { buildReader } from '#tests/support/builders.ts';

import { refuse } from './support/fake-wire.ts';
import { expectNoDialog } from './support/on-screen.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const NETWORKS = ['192.168.1.5/24'];

function list(given: Partial<ListedReader> = {}): ListedReader {
  const known = { isOn: true, rev: 1, file: null, hostName: 'laptop', isHere: true };
  return { reader: buildReader(), ...known, state: 'running', counts: null, lines: [], ...given };
}

/** A race whose finish has the scanner `finish` as its backup. */
const BACKED_UP = configOf(
  buildSetup({
    points: USUAL_COURSES.setup.points.map((point) =>
      point.id === 'finish'
        ? buildPoint('finish', { sources: [{ source: 'finish', line: 'backup' }] })
        : point,
    ),
  }),
);

async function open(
  body: Partial<ReadersBody> = {},
  config?: Partial<RaceConfig>,
): Promise<OpenScreen> {
  const opened = await openScreen('/readers', {
    role: 'director',
    ...(config && { config }),
    prepare: (wire) => {
      wire.answer('GET /scanners', { runs: true, networks: NETWORKS, readers: [], ...body });
      wire.answer('GET /apiadmin/reads/sources', () => ({
        ...wire.head,
        sources: [
          {
            source: 'finish',
            reads: 15,
            firstMs: Date.now(),
            lastMs: Date.now(),
            points: ['finish'],
            recent: 15,
          },
        ],
        corrections: [],
        suspicions: [],
        rightClocks: ['finish'],
      }));
    },
  });
  await screen.findByRole('button', { name: /^(Add|Command for) a reader…$/ });
  return opened;
}

const findCard = async (source: string): Promise<HTMLElement> =>
  (await screen.findByRole('link', { name: source })).closest('li') as HTMLElement;

test('a reader shows its kind, role, connection, clock and last lines', async () => {
  const reader = buildReader({ kind: 'chronotrack', zone: 'Europe/Paris' });
  const file = buildReader({ source: 'hill', input: 'file', points: ['cp3'] });
  const body: Partial<ReadersBody> = {
    readers: [
      list({
        reader,
        counts: { reads: 812, bad: 2, unsent: 5 },
        lines: [{ atMs: Date.now(), text: 'Line 7 is bad: no time.' }],
      }),
      list({ reader: file, isOn: false, state: 'off' }),
      list({ reader: buildReader({ source: 'away', port: 4_001 }), isHere: false }),
      list({ reader: buildReader({ source: 'lost', port: 4_002 }), state: 'waiting' }),
    ],
  };
  await open(body, BACKED_UP);
  const card = within(await findCard('finish'));
  card.getByText('Running');
  card.getByText(
    'ChronoTrack · backup · Finish · clock in Europe/Paris · listens on port 4000 for 127.0.0.1',
  );
  await card.findByText(
    /^Last read \d+ s ago · 3 reads a minute · clock ok · 812 reads since it started · bad lines: 2 · waiting to be stored: 5$/,
  );
  card.getByText('Line 7 is bad: no time.');
  const hill = within(await findCard('hill'));
  hill.getByText(/reads a file, none uploaded yet$/);
  expect(hill.queryByRole('button', { name: /^Start/ })).toBeNull();
  within(await findCard('away')).getByText('On laptop');
  within(await findCard('lost')).getByText('Starting again');
});

test('a running reader shows a lost connection, or that it is awaited', async () => {
  const { wire } = await open({
    readers: [
      list({ counts: { reads: 3, bad: 0, unsent: 0 } }),
      list({ reader: buildReader({ source: 'hill' }), counts: { reads: 3, bad: 0, unsent: 0 } }),
      list({ reader: buildReader({ source: 'ended' }), isOn: false, state: 'off' }),
    ],
  });
  await findCard('finish');
  const awaySinceMs = Date.now();
  wire.pushMissing({
    notices: [
      { kind: 'reader', source: 'finish', awaySinceMs },
      { kind: 'reader', source: 'hill', isAwaited: true },
      { kind: 'reader', source: 'ended', awaySinceMs },
    ],
  });
  const tag = await within(await findCard('finish')).findByText(/^Not connected since \d\d:\d\d$/);
  expect(tag.className).toContain('tone-alert');
  const hill = within(await findCard('hill'));
  hill.getByText('Waiting for the reader');
  // Its reads are listed some seconds later.
  expect(hill.queryByText(/No read yet/)).toBeNull();
  within(await findCard('ended')).getByText('Stopped');
});

test('a reader is added, faults are shown at their fields, and a refusal keeps what was typed', async () => {
  const { wire, user, fill, press } = await open();
  await press('Add a reader…');
  screen.getByText(/Set the reader to send to 192\.168\.1\.5, the address of this computer\.$/);
  await user.selectOptions(screen.getByLabelText('Kind of reader'), 'Impinj');
  await user.selectOptions(
    screen.getByLabelText('Connection'),
    'This computer connects to the reader',
  );
  await press('Add reader');
  await screen.findByText(/^Enter a name of 1 to 40/);
  expect(wire.sent('PUT /scanners')).toEqual([]);

  await fill('Name', 'finish');
  await fill('Address of the reader', '192.168.1.20');
  await fill('Port', '5084');
  await user.click(screen.getByRole('checkbox', { name: 'Finish' }));
  wire.answer('PUT /scanners', refuse(409, { error: 'There is a reader called finish already.' }));
  await press('Add reader');
  await screen.findByText('There is a reader called finish already.');
  const reader = buildReader({
    kind: 'impinj',
    input: 'connect',
    host: '192.168.1.20',
    port: 5_084,
    allow: '192.168.1.5/24',
  });
  wire.answer('PUT /scanners', { runs: true, networks: NETWORKS, readers: [list({ reader })] });
  await press('Add reader');
  await findCard('finish');
  expect(wire.sent('PUT /scanners')[1]?.body).toEqual({ reader, isOn: true, rev: 0 });
  await expectNoDialog();
  await press('Add a reader…');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
});

test('without readers of the service a command is copied, or left without a question', async () => {
  const { fill, press, user } = await open({ runs: false });
  await press('Command for a reader…');
  await fill('Name', 'finish');
  await user.click(screen.getByRole('checkbox', { name: 'Finish' }));
  await press('Copy the command');
  await screen.findByText('Copied.');
  expect(await navigator.clipboard.readText()).toMatch(/^npm run scanner -- --source finish /);
  await fill('Name', 'finish-mat');
  expect(screen.queryByText('Copied.')).toBeNull();
  await press('Cancel');
  await expectNoDialog();
});

test('a reader is stopped, changed and, once that is confirmed, removed', async () => {
  const { wire, user, press } = await open({ readers: [list()] });
  const stopped = list({ isOn: false, rev: 2, state: 'off' });
  wire.answer('PUT /scanners', { runs: true, networks: [], readers: [stopped] });
  await press('Stop finish');
  await screen.findByRole('button', { name: 'Start finish' });
  expect(wire.sent('PUT /scanners')[0]?.body).toMatchObject({ isOn: false, rev: 1 });
  await press('Change finish');
  const form = within(await screen.findByRole('dialog', { name: 'Change finish' }));
  expect(form.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
  await user.clear(form.getByLabelText('Port'));
  await user.type(form.getByLabelText('Port'), '4100');
  await press('Save');
  await expectNoDialog();
  const { reader } = stopped;
  expect(wire.sent('PUT /scanners')[1]?.body).toEqual({
    reader: { ...reader, port: 4_100 },
    isOn: false,
    rev: 2,
  });
  wire.answer('POST /scanners/:source/remove', { runs: true, networks: [], readers: [] });
  await press('Remove finish');
  await screen.findByText(/^It stops\./);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'finish' })).toBeNull());
});
