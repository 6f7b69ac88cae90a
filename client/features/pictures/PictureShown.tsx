import { type ReactNode, useState } from 'react';

import type { PictureName } from '#shared/model/picture.ts';

import { formatBytes } from '#client/organisers/uploads/chosen-file.ts';

export interface PictureShownProps {
  /** Says whether it is the present or the chosen one. */
  readonly title: string;
  readonly name: PictureName;
  readonly address: string | undefined;
  /** The size of the file, where there is one. */
  readonly bytes?: number;
}

interface Loaded {
  readonly address: string;
  /** Undefined for a file that this browser cannot show as a picture. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

export function PictureShown({ title, name, address, bytes }: PictureShownProps): ReactNode {
  const [loaded, setLoaded] = useState<Loaded>();
  const current = loaded?.address === address ? loaded : undefined;
  const isBroken = current !== undefined && current.size === undefined;
  const facts = [
    current?.size ? `${current.size.width} × ${current.size.height} pixels` : '',
    bytes === undefined ? '' : formatBytes(bytes),
  ].filter(Boolean);

  const isLogo = name === 'logo';
  return (
    <figure className="stack-6 m-0 grid-rows-[auto_1fr]">
      <figcaption className="text-m muted">
        <b className="mr-1.5 text-ink">{title}</b> {facts.join(' · ')}
      </figcaption>
      <div
        // The logo lies on white, as at the top of the results.
        className={`grid h-[15rem] place-items-center overflow-hidden rounded-lg border border-line ${isLogo ? 'bg-[#ffffff] p-3.5' : 'bg-raised'}`}
      >
        {address === undefined ? null : (
          <img
            className={`max-h-full min-h-0 max-w-full object-contain ${isLogo ? '' : 'size-full'}`}
            src={address}
            alt={`${title}: ${name}`}
            hidden={isBroken}
            onLoad={({ currentTarget }) => {
              const { naturalWidth: width, naturalHeight: height } = currentTarget;
              setLoaded({ address, size: { width, height } });
            }}
            onError={() => setLoaded({ address, size: undefined })}
          />
        )}
        {isBroken ? (
          <p className={`p-3.5 text-center text-m ${isLogo ? 'text-[#56675f]' : 'text-muted'}`}>
            This browser cannot display this picture.
          </p>
        ) : null}
      </div>
    </figure>
  );
}
