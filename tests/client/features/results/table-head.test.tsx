import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { TableHead } from '#client/features/results/TableHead.tsx';
import { listTabs } from '#shared/scoring/tabs.ts';
import { buildConfig } from '#tests/support/builders.ts';

const config = buildConfig({ distances: 'Half,Full,Ultra', KOMs: 'Wall,Carn' });

function listColumns(isSpread: boolean): readonly string[] {
  return listTabs(config).map((tab) => {
    const head = <TableHead tab={tab} config={config} isSpread={isSpread} />;
    const html = renderToStaticMarkup(<table>{head}</table>);
    return Array.from(html.matchAll(/<th\b[^>]*>([^<]*)/g), ([, name]) => name).join(' ');
  });
}

test('the columns of each tab', () => {
  expect(listColumns(false)).toEqual([
    '# Runner Club Cat Bib Time',
    '# Runner Club Cat Bib Time',
    '# Runner Club Cat Bib Time',
    '# Runner Team Cat Bib Time',
    '# Runner Team Race Bib Time',
  ]);
});

test('the stages of a distance have columns after these', () => {
  const [half, full, , special] = listColumns(true);
  expect(half).toMatch(/^# Runner Club Cat Bib Time \S/);
  expect(full?.startsWith(half ?? '')).toBe(true);
  expect(full).toContain(' Foel Eryr');
  expect(special).toBe('# Runner Team Cat Bib Time');
});
