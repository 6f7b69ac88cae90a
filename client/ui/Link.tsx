import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  /** An address within the page. */
  readonly to: string;
  readonly replace?: boolean;
}

/** A press on a link that asks for no other tab, window or download. */
export function isPlainPress(press: MouseEvent): boolean {
  return !(press.ctrlKey || press.metaKey || press.shiftKey || press.altKey);
}

/** A link within the page. The router's own adds 2 kB of brotli, for prefetching from a server of its own. */
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
