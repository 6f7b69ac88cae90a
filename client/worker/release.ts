/**
 * The files of this release, named by the hash of their content. The build writes them into the
 * worker (`client/worker-build.ts`); none belong to organisers' screens.
 */
export interface Release {
  /** The document, as one of the files: so it is only cached together with the files that it names. */
  readonly shell: string;
  readonly parts: readonly string[];
}

declare const __RELEASE__: Release;

export const release: Release = __RELEASE__;
