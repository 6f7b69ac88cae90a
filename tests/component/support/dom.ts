import { configure } from '@testing-library/dom';
import { afterAll, afterEach } from 'vitest';

import { HANGS_MS } from '#tests/support/hangs.ts';

configure({
  asyncUtilTimeout: HANGS_MS,
  // Without style sheets nothing is hidden but what is not rendered: to look costs most of the time.
  defaultHidden: true,
});

/**
 * What jsdom has no notion of, as far as the page uses it. There is no layout: nothing has a size,
 * everything is on the screen, and a wide one with a mouse it is.
 */

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media === '(pointer: fine)',
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;

document.documentElement.style.fontSize = '16px';

// React complains of elements that nobody knows, and jsdom is behind.
const createElement = document.createElement.bind(document);
document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
  const element = createElement(name, options);
  if (name === 'search') {
    Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  }
  return element;
};

window.scrollTo = () => undefined;
window.scrollBy = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;

Object.assign(globalThis, {
  CSS: { escape: (text: string) => text.replaceAll(/[^\w-]/gu, (each) => `\\${each}`) },
});

// Pictures are not loaded: any address will do.
URL.createObjectURL = () => 'blob:chosen';
URL.revokeObjectURL = () => undefined;

class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoResize;

class NoIntersection extends NoResize implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
globalThis.IntersectionObserver ??= NoIntersection;

/** Where the focus was when a dialog opened. */
const before = new WeakMap<HTMLDialogElement, Element | null>();

HTMLDialogElement.prototype.showModal = function showModal(): void {
  if (this.open) throw new DOMException('The dialog is open already.', 'InvalidStateError');
  before.set(this, document.activeElement);
  this.open = true;
  const focusable = 'input:not([type=hidden]), select, textarea, button, a[href], summary';
  const first = this.querySelector<HTMLElement>('[autofocus]');
  (first ?? this.querySelector<HTMLElement>(focusable) ?? this).focus();
};

HTMLDialogElement.prototype.close = function close(): void {
  if (!this.open) return;
  this.open = false;
  const back = before.get(this);
  if (back instanceof HTMLElement) back.focus();
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};

/** What the modules of a page listen to for as long as it is open: the next test opens another page. */
const listening: (() => void)[] = [];
const addEventListener = window.addEventListener.bind(window);
window.addEventListener = (...args: Parameters<typeof addEventListener>): void => {
  addEventListener(...args);
  const [type, listener, options] = args;
  listening.push(() => {
    window.removeEventListener(type, listener, options);
  });
};

afterEach(() => {
  for (const stop of listening.splice(0)) stop();
});

/** What the page waits for: nothing of it runs once there is no document any more. */
const waiting = new Set<NodeJS.Timeout>();
const { setTimeout: wait } = globalThis;
let isOpen = true;
const waitWhileOpen = (...args: Parameters<typeof wait>): NodeJS.Timeout => {
  const timer = wait(...args);
  if (isOpen) waiting.add(timer);
  else clearTimeout(timer);
  return timer;
};
globalThis.setTimeout = Object.defineProperties(
  waitWhileOpen,
  Object.getOwnPropertyDescriptors(wait),
) as typeof wait;

afterAll(() => {
  isOpen = false;
  for (const timer of waiting) clearTimeout(timer);
});
