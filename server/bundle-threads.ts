import { basename } from 'node:path';

import type { Plugin } from 'vite';

import { bundleModule } from './bundle-file.ts';

const MARK = '?thread';

/**
 * Makes `import url from './file.ts?thread'` the address of the bundled file, to start a worker thread from, both in the
 * built server and in tests on the sources.
 */
export function bundleThreads(): Plugin {
  return {
    name: 'bundle-threads',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(MARK)) return undefined;
      const found = await this.resolve(source.slice(0, -MARK.length), importer);
      return found ? found.id + MARK : undefined;
    },
    async load(id) {
      if (!id.endsWith(MARK)) return undefined;
      const { code, files } = await bundle(id.slice(0, -MARK.length));
      for (const file of files) this.addWatchFile(file);
      const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
      return `export default ${JSON.stringify(address)};`;
    },
  };
}

/** Bundles all packages too, since a module at a `data:` address can import only Node's own. */
async function bundle(file: string): Promise<{ code: string; files: readonly string[] }> {
  const chunk = await bundleModule(file, {
    root: import.meta.dirname,
    build: { rolldownOptions: { output: { codeSplitting: false } } },
  });
  // The name replaces the address in stack traces.
  return {
    code: `${chunk.code}\n//# sourceURL=${basename(file, '.ts')}.mjs\n`,
    files: chunk.moduleIds.filter((moduleId) => !moduleId.startsWith('\0')),
  };
}
