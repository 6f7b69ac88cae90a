import type { ReactNode } from 'react';
import { encode } from 'uqr';

export interface QrCodeProps {
  readonly text: string;
  /** The text for people who do not see it. */
  readonly label: string;
  readonly className: string | undefined;
}

/** A QR code, black on white whatever the theme, since many readers know no other. */
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

/** The code of a page here; none on a loopback address, which no other phone could open. */
export function PageQrCode({
  path,
  ...rest
}: Omit<QrCodeProps, 'text'> & { readonly path: string }): ReactNode {
  const { href, hostname } = new URL(path, location.href);
  const isLoopback =
    hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return isLoopback ? null : <QrCode text={href} {...rest} />;
}
