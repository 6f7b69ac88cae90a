import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { TableHead } from '#client/features/results/TableHead.tsx';
import { listTabs } from '#client/live/tabs.ts';

test('[SR3] the columns of each tab', () => {
  const tabs = listTabs({ distances: 'Half,Full,Ultra', KOMs: 'Wall,Carn' });
  const columns = tabs.map((tab) => {
    const head = <TableHead tab={tab} />;
    const html = renderToStaticMarkup(<table>{head}</table>);
    return Array.from(html.matchAll(/<th\b[^>]*>([^<]*)/g), ([, name]) => name).join(' ');
  });
  expect(columns).toEqual([
    '# Runner Club Cat Bib Time',
    '# Runner Club Cat Bib Time',
    '# Runner Club Cat Bib Time',
    '# Runner Team Cat Bib Time',
    '# Runner Team Race Bib Time',
  ]);
});
