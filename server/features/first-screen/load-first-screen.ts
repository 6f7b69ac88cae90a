import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { codeOf } from '#server/system/errors.mjs';
import type { RenderFirstScreen, RenderedHeads } from '#shared/wire/first-screen.ts';

/** What the build of the page leaves for the server (`client/first-screen-build.ts`). */
export interface FirstScreenParts {
  readonly draw: RenderFirstScreen;
  readonly heads: RenderedHeads;
  /** Stands in the head of each document with a first screen. */
  readonly script: string;
}

/** Undefined for a page that is built without them: its documents are bare. */
export async function loadFirstScreen(pageRoot: string): Promise<FirstScreenParts | undefined> {
  const folder = path.join(pageRoot, '.first-screen');
  try {
    const script = await readFile(path.join(folder, 'prepare.js'), 'utf8');
    const heads = JSON.parse(
      await readFile(path.join(folder, 'heads.json'), 'utf8'),
    ) as RenderedHeads;
    const { href } = pathToFileURL(path.join(folder, 'draw.mjs'));
    const { renderFirstScreen } = (await import(href)) as { renderFirstScreen: RenderFirstScreen };
    return { draw: renderFirstScreen, heads, script };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
