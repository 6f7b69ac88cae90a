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

test('the columns of each tab, with the stages of a distance where there is room', () => {
  const event = '# Runner Club Cat Bib Time';
  const specials = ['# Runner Team Cat Bib Time', '# Runner Team Race Bib Time'];
  expect(listColumns(false)).toEqual([event, event, event, ...specials]);
  const [half, , , ...others] = listColumns(true);
  expect([half, ...others]).toEqual([`${event} Bedd Morris`, ...specials]);
});
