import { defineConfig } from 'vite';

/** The processes: `server/` to `dist/server/`, one entry each; packages stay in node_modules. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: true,
    outDir: '../dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        scanner: 'server/scanner/main.ts',
        race: 'server/cli/race.ts',
        organiser: 'server/cli/organiser.ts',
        demo: 'server/demo/main.ts',
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
    },
  },
});
