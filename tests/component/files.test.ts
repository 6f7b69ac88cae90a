import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { ExportsBody } from '#shared/wire/exports-api.ts';

import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const OFFICIAL = 'The results are not official yet: send final ones only.';
const BODY: ExportsBody = {
  events: [
    {
      event: 'PB',
      label: 'Ras Hir',
      files: [
        { file: 'all.csv', rows: 3, problems: [] },
        {
          file: 'itra.xlsx',
          rows: 1,
          problems: [
            { text: OFFICIAL, who: [], more: 0 },
            { text: '2 without a date of birth.', who: ['7 Siân Ŵyn', '8 Dai Rees'], more: 1 },
          ],
        },
      ],
    },
  ],
};

function openFiles(): Promise<OpenScreen> {
  return openScreen('/files', {
    prepare: (wire) => wire.answer('GET /exports', BODY),
  });
}

test('each distance has its files, each with its problems and the runners concerned', async () => {
  const { user } = await openFiles();
  const section = await screen.findByRole('region', { name: 'Ras Hir' });
  const [own, itra] = within(section)
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement?.parentElement === section);
  expect(own?.textContent).toContain('Everything we know, CSV 3 runners');
  expect(itra?.textContent).toContain('ITRA, workbook 1 runner');
  await user.click(screen.getByText('2 without a date of birth.'));
  expect(itra?.querySelector('details')?.open).toBe(true);
  expect(itra?.querySelector('details')?.textContent).toContain(
    '7 Siân Ŵyn, 8 Dai Rees and 1 more',
  );
});

test('the line that embeds the results can be copied', async () => {
  const { user } = await openFiles();
  const section = await screen.findByRole('region', { name: 'On your own website' });
  await user.click(within(section).getByRole('button', { name: 'Copy' }));
  await within(section).findByText('Copied.');
  expect(await navigator.clipboard.readText()).toContain(`src="${location.origin}/?embed"`);
});

test('embedded results have no header and no Tools', async () => {
  await openScreen('/?embed', { results: [] });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tools' })).toBeNull();
});
