import type { Plugin, Rolldown } from 'vite';

import { bundleScript } from '#server/bundle-file.ts';

/** Modules imported only from here are the organisers': the worker does not cache them. */
const ORGANISERS_ROUTES = '/organisers-routes.tsx';
const DOCUMENT = 'index.html';

/**
 * Builds the service worker (`worker/service-worker.ts`) with the names of all files that spectators may need. The
 * document is one of them, named by the hash of its content like the others.
 */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'service-worker',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const { [DOCUMENT]: document } = bundle;
      if (document?.type !== 'asset') throw new Error(`The build has no ${DOCUMENT}.`);
      const shell = this.emitFile({ type: 'asset', name: 'shell.html', source: document.source });
      const modules = listPublicModules(`${root}/main.tsx`, this);
      const release = {
        shell: `/${this.getFileName(shell)}`,
        parts: listParts(bundle, modules).map((name) => `/${name}`),
      };
      const code = await bundleScript(`${root}/worker/service-worker.ts`, {
        __RELEASE__: JSON.stringify(release),
      });
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code });
    },
  };
}

/** All modules that the page can load without the organisers' screens. */
function listPublicModules(main: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>) {
  const found = new Set([main]);
  for (const id of found) {
    if (id.endsWith(ORGANISERS_ROUTES)) found.delete(id);
    else for (const imported of listImported(graph.getModuleInfo(id))) found.add(imported);
  }
  return found;
}

function listImported(module: Rolldown.ModuleInfo | null): readonly string[] {
  return [...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? [])];
}

/** The files of these modules, with their styles, the typeface and the page's pictures. */
function listParts(bundle: Rolldown.OutputBundle, modules: ReadonlySet<string>): string[] {
  const files = Object.values(bundle);
  const chunks = files.flatMap((file) =>
    file.type === 'chunk' && file.moduleIds.some((id) => modules.has(id)) ? [file] : [],
  );
  const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const assets = files.flatMap(({ type, fileName }) =>
    type === 'asset' && /^assets\/.*\.(?:woff2|svg|png|jpg|webp)$/.test(fileName) ? [fileName] : [],
  );
  return [...new Set([...chunks.map(({ fileName }) => fileName), ...styles, ...assets])].toSorted();
}
