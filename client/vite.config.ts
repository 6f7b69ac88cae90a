import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

import { firstScreen } from './first-screen-build.ts';
import { nameClass } from './style-names.ts';
import { serviceWorker } from './worker-build.ts';

const TRANSPORTS = './transports/index.js';

/** Leaves out the transports of Socket.IO that the page never uses (PROTOCOL.md PR5). */
function websocketOnly(): Plugin {
  return {
    name: 'websocket-only',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer?.includes('engine.io-client')) return null;
      if (source.includes('polling-')) {
        const polling = await this.resolve(source, importer, { skipSelf: true });
        return polling && { ...polling, moduleSideEffects: false };
      }
      if (source !== TRANSPORTS) return null;
      return `\0${(await this.resolve('./transports/websocket.js', importer))?.id}`;
    },
    load: (id) =>
      id.startsWith('\0') && id.includes('engine.io-client')
        ? `import { WS } from ${JSON.stringify(id.slice(1))};
           export const transports = { websocket: WS };`
        : null,
  };
}

/** Display names for developer tools, which prevent tree-shaking of components. */
const ROUTER_NAMES = /^\w+\.displayName = .*;$/gm;
/** Calls without side effects that create components. */
const ROUTER_PARTS = /(?<== )React\d*\.(?:forwardRef|createContext|memo)\(/g;

/** Makes unused components of the router tree-shakeable: 3 kB of brotli. */
function routerInParts(): Plugin {
  return {
    name: 'router-in-parts',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/react-router/dist/')) return null;
      const marked = code.replaceAll(ROUTER_PARTS, '/* @__PURE__ */ $&');
      return { code: marked.replaceAll(ROUTER_NAMES, ''), map: null };
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const MAIN = `${import.meta.dirname}/main.tsx`;
const SPLITS = `${import.meta.dirname}/features/results/SplitsDialog.tsx`;
const RUNNER = `${import.meta.dirname}/features/runner/RunnerPage.tsx`;

/** Whether a module has to be loaded before another one can run. */
function isNeededBy(entry: string, id: string, graph: ModuleGraph): boolean {
  const found = new Set([entry]);
  for (const each of found) {
    for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) found.add(imported);
  }
  return id !== entry && found.has(id);
}

/** Puts the modules that an entry needs into one file, which compresses better and loads sooner than several. */
function groupBy(name: string, entry: string, priority: number) {
  return {
    name: (id: string, graph: ModuleGraph) => (isNeededBy(entry, id, graph) ? name : null),
    priority,
  };
}

/** The page: `client/` to `dist/client/`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    websocketOnly(),
    routerInParts(),
    serviceWorker(import.meta.dirname),
    firstScreen(import.meta.dirname),
  ],
  css: { modules: { generateScopedName: nameClass } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // Browsers without `modulepreload` load the parts one after the other.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Some libraries read properties at module level for unused exports: 0.2 kB of brotli.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The first load names all other files: a letter less in each saves 0.1 kB, and 42 bits still identify a release.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            groupBy('page', MAIN, 2),
            // Prefetched by the results: only the parts of a runner's page that the dialog needs.
            groupBy('splits', SPLITS, 1),
            // The most shared page; other spectators' screens need its parts, too.
            groupBy('runner', RUNNER, 0),
          ],
        },
      },
    },
  },
});
