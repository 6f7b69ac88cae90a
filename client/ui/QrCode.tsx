import type { ReactNode } from 'react';
import { encode } from 'uqr';

export interface QrCodeProps {
  readonly text: string;
  /** For screen readers. */
  readonly label: string;
  readonly className: string | undefined;
}

/** A QR code, black on white in any theme: many readers support no other. */
export function QrCode({ text, label, className }: QrCodeProps): ReactNode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <title>{label}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}

/** The code of a page of this site; none on a loopback address, which a phone could not open. */
export function PageQrCode({
  path,
  ...rest
}: Omit<QrCodeProps, 'text'> & { readonly path: string }): ReactNode {
  const { href, hostname } = new URL(path, location.href);
  const isLoopback =
    hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return isLoopback ? null : <QrCode text={href} {...rest} />;
}
