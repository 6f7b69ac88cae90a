import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page: `client/` to `dist/client/`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
  },
});
