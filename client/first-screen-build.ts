import type { Plugin, Rolldown } from 'vite';
import { build } from 'vite';

/** Hidden: the server takes both from here, and gives nobody the files. */
const FOLDER = '.first-screen';

/**
 * Builds what the server needs to draw the first screen into a document: the parts of the page that
 * draw it (`first-screen/draw.tsx`), and the script that prepares what is drawn (`first-screen/prepare.ts`).
 */
export function firstScreen(root: string): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    async generateBundle() {
      const parts = {
        'draw.mjs': await bundleDrawing(`${root}/first-screen/draw.tsx`),
        'prepare.js': await bundleScript(`${root}/first-screen/prepare.ts`),
      };
      for (const [name, source] of Object.entries(parts)) {
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source });
      }
    },
  };
}

/** One module that stands alone, with the production build of React. What is fetched on demand is never drawn. */
async function bundleDrawing(file: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'nothing-on-demand',
        resolveDynamicImport: (source) =>
          typeof source === 'string' ? { id: source, external: true } : null,
      },
    ],
    ssr: { noExternal: true },
    build: { write: false, ssr: file, target: 'node20' },
  });
  return codeOf(made, file);
}

/** One script that imports nothing, and is small enough to stand in a document. */
async function bundleScript(file: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  });
  return codeOf(made, file).trim();
}

function codeOf(made: Awaited<ReturnType<typeof build>>, file: string): string {
  const [chunk] = 'output' in made ? (made.output as Rolldown.OutputBundle[string][]) : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} could not be bundled.`);
  return chunk.code;
}
