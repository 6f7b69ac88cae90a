import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  /** An address within the page. */
  readonly to: string;
  readonly replace?: boolean;
}

/** Whether a click opens the link here, not in another tab or window, nor as a download. */
export function isPlainPress(
  press: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return !(press.ctrlKey || press.metaKey || press.shiftKey || press.altKey);
}

/** A link within the page. The router's own adds 2 kB of brotli, for prefetching. */
export function Link({ to, replace, onClick, children, ...rest }: LinkProps): ReactNode {
  const follow = useLinkClickHandler(to, replace ? { replace } : {});
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(press) => {
        onClick?.(press);
        if (!press.defaultPrevented) follow(press);
      }}
    >
      {children}
    </a>
  );
}
