import type { Plugin, Rolldown } from 'vite';

import { bundleModule, bundleScript } from '#server/bundle-file.ts';
import { nameClass } from './style-names.ts';
import type { RenderedHeads, RenderedScreenName } from '#shared/wire/first-screen.ts';

/** Hidden: the server takes both from here, and gives nobody the files. */
const FOLDER = '.first-screen';

/** Where the screens stand that are not part of the first load. */
const SCREENS: Readonly<Partial<Record<RenderedScreenName, string>>> = {
  runner: 'features/runner/RunnerPage.tsx',
  tables: 'features/tables/TablesPage.tsx',
  commentary: 'features/commentary/CommentaryPage.tsx',
};
const ENTRY = 'main.tsx';

/**
 * Builds what the server needs to draw the first screen into a document: the parts of the page that
 * draw it (`first-screen/render.tsx`), the script that prepares what is drawn (`first-screen/prepare.ts`), and
 * the links to what each screen needs beside the page itself.
 */
export function firstScreen(root: string): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    // The styles of a part are known last.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const parts = {
        'draw.mjs': await bundleDrawing(`${root}/first-screen/render.tsx`),
        'prepare.js': await bundleScript(`${root}/first-screen/prepare.ts`),
        'heads.json': JSON.stringify(writeHeads(root, bundle)),
      };
      for (const [name, source] of Object.entries(parts)) {
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source });
      }
    },
  };
}

/** Links to the parts of each screen, styles first: what is drawn is not shown without them. */
function writeHeads(root: string, bundle: Rolldown.OutputBundle): RenderedHeads {
  const known = new Set(listChunks(bundle, `${root}/${ENTRY}`));
  const heads: Partial<Record<RenderedScreenName, string>> = {};
  for (const [screen, file] of Object.entries(SCREENS)) {
    const chunks = listChunks(bundle, `${root}/${file}`).filter((chunk) => !known.has(chunk));
    const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
    heads[screen as RenderedScreenName] = [
      ...new Set(styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`)),
      ...chunks.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
    ].join('');
  }
  return heads;
}

/** All that the chunk with a module imports, then the chunk: so do their styles stand in the page that fetches them. */
function listChunks(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk[] {
  const all = Object.values(bundle).filter((file) => file.type === 'chunk');
  const last = all.find(({ moduleIds }) => moduleIds.includes(module));
  if (!last) throw new Error(`No part of the page has ${module}.`);
  const seen = new Set<Rolldown.OutputChunk>();
  const listed: Rolldown.OutputChunk[] = [];
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) {
      const imported = all.find(({ fileName }) => fileName === name);
      if (imported) add(imported);
    }
    listed.push(chunk);
  };
  add(last);
  return listed;
}

/** With the production build of React. What is fetched on demand is never drawn. */
async function bundleDrawing(file: string): Promise<string> {
  const { code } = await bundleModule(file, {
    define: { 'process.env.NODE_ENV': '"production"' },
    css: { modules: { generateScopedName: nameClass } },
    plugins: [
      {
        name: 'nothing-on-demand',
        resolveDynamicImport: (source) =>
          typeof source === 'string' ? { id: source, external: true } : null,
      },
    ],
  });
  return code;
}
