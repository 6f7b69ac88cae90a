import type { ReactNode } from 'react';
import { Component } from 'react';

import { logOnce } from '#client/live/log-once.ts';
import { UnexpectedError } from './UnexpectedError.tsx';

interface Props {
  readonly children: ReactNode;
}

/** Shows {@link UnexpectedError} in place of a page that could not be rendered or loaded. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logOnce('the page could not be shown', error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <UnexpectedError /> : this.props.children;
  }
}
