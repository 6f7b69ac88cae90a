import { build, type InlineConfig, mergeConfig, type Rolldown } from 'vite';

/** Bundles a file with its imports into one text. */
async function bundleFile(file: string, config: InlineConfig): Promise<Rolldown.OutputChunk> {
  const alone = { configFile: false, logLevel: 'error', build: { write: false } } as const;
  const made = await build(mergeConfig(alone, config));
  const [chunk] = 'output' in made ? made.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} could not be bundled.`);
  return chunk;
}

/** A module for the server, including its packages: it imports only Node's own modules. */
export function bundleModule(file: string, config: InlineConfig): Promise<Rolldown.OutputChunk> {
  const module = { ssr: { noExternal: true }, build: { ssr: file, target: 'node20' } } as const;
  return bundleFile(file, mergeConfig(module, config));
}

/** A script without imports, since not every browser supports modules everywhere. */
export async function bundleScript(
  file: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code } = await bundleFile(file, {
    define,
    build: {
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  });
  return code.trim();
}
