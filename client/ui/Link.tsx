import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  /** An address within the page. */
  readonly to: string;
  /** It takes the place of the address that is shown in the history. */
  readonly replace?: boolean;
}

/** A link within the page. The router's own weighs 2 kB of brotli more, for fetching ahead from a server of its own. */
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
