import { build, type InlineConfig, mergeConfig, type Rolldown } from 'vite';

/** Builds a file and all that it imports into one text, beside the build that asks for it; nothing is written. */
async function bundleFile(file: string, config: InlineConfig): Promise<Rolldown.OutputChunk> {
  const alone = { configFile: false, logLevel: 'error', build: { write: false } } as const;
  const made = await build(mergeConfig(alone, config));
  const [chunk] = 'output' in made ? made.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} could not be bundled.`);
  return chunk;
}

/** One module for the server, with its packages: it imports nothing but what Node has. */
export function bundleModule(file: string, config: InlineConfig): Promise<Rolldown.OutputChunk> {
  const module = { ssr: { noExternal: true }, build: { ssr: file, target: 'node20' } } as const;
  return bundleFile(file, mergeConfig(module, config));
}

/** One script for a browser that imports nothing: not all of them take modules everywhere. */
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
