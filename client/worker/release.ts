/**
 * The parts of the page that this release is made of, named by their content. The build writes them
 * into the worker (`client/worker-build.ts`); nothing of the organisers is among them.
 */
export interface Release {
  /** The document, as one of the parts: so it is never kept without the parts it names. */
  readonly shell: string;
  readonly parts: readonly string[];
}

declare const __RELEASE__: Release;

export const release: Release = __RELEASE__;
