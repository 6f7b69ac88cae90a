import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

import { firstScreen } from './first-screen-build.ts';
import { nameClass } from './style-names.ts';
import { serviceWorker } from './worker-build.ts';

const TRANSPORTS = './transports/index.js';

/** Leaves the transports of Socket.IO that the page never uses out of it (PROTOCOL.md PR5). */
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

/** The names of its parts for a developer's tools, for which all of them would be kept. */
const ROUTER_NAMES = /^\w+\.displayName = .*;$/gm;
/** What makes a part of it, and does nothing else. */
const ROUTER_PARTS = /(?<== )React\d*\.(?:forwardRef|createContext|memo)\(/g;

/** Leaves the parts of the router that the page never uses out of it: 3 kB of brotli. */
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

/** Whether a module is fetched, beside it, before another one can run. */
function isNeededBy(entry: string, id: string, graph: ModuleGraph): boolean {
  const found = new Set([entry]);
  for (const each of found) {
    for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) found.add(imported);
  }
  return id !== entry && found.has(id);
}

/** Modules that are fetched together are one file, which packs better than five and is there sooner. */
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
    // Where a browser does not know it, parts of the page are only fetched one after the other.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            groupBy('page', MAIN, 2),
            // Fetched ahead beside the results: it brings no more of a runner's page than it needs.
            groupBy('splits', SPLITS, 1),
            // What people share; what it needs, other screens of spectators do too.
            groupBy('runner', RUNNER, 0),
          ],
        },
      },
    },
  },
});
