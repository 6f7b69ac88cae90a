import type { Plugin, Rolldown } from 'vite';

import { bundleModule, bundleScript } from '#server/bundle-file.ts';
import { nameClass } from './style-names.ts';
import type { RenderedHeads, RenderedScreenName } from '#shared/wire/screens.ts';

/** Hidden, so that its files are not served. */
const FOLDER = '.first-screen';

/** The modules of rendered screens outside the first load. */
const SCREENS: Readonly<Partial<Record<RenderedScreenName, string>>> = {
  runner: 'features/runner/RunnerPage.tsx',
  tables: 'features/tables/TablesPage.tsx',
  commentary: 'features/commentary/CommentaryPage.tsx',
};
const ENTRY = 'main.tsx';

/**
 * Builds the files for the server's rendering of first screens: the components (`first-screen/render.tsx`), the script
 * that prepares it in the browser (`first-screen/prepare.ts`), and the links to the chunks of each screen.
 */
export function firstScreen(root: string): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    // After other plugins, which determine the styles of a chunk.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const parts = {
        'draw.mjs': await bundleRenderer(`${root}/first-screen/render.tsx`),
        'prepare.js': await bundleScript(`${root}/first-screen/prepare.ts`),
        'heads.json': JSON.stringify(writeHeads(root, bundle)),
      };
      for (const [name, source] of Object.entries(parts)) {
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source });
      }
    },
  };
}

/** Links to the chunks of each screen; styles first, since they block rendering. */
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

/** The imports of a module's chunk, then the chunk: the page loads their styles in this order. */
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

/** With the production build of React, and without parts loaded on demand, which are never rendered here. */
async function bundleRenderer(file: string): Promise<string> {
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
