import { configure } from '@testing-library/dom';
import { afterAll, beforeEach, onTestFinished } from 'vitest';

import { HANGS_MS } from '#tests/support/hangs.ts';

configure({
  asyncUtilTimeout: HANGS_MS,
  // Without style sheets nothing rendered is hidden, and checking takes most of the time.
  defaultHidden: true,
});

/** The browser features that jsdom lacks and the page uses. There is no layout: the screen is a wide one with a mouse. */

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media === '(pointer: fine)',
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;

document.documentElement.style.fontSize = '16px';

// React warns of unknown elements, and jsdom does not know `search`.
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

// Pictures are not loaded, so any address works.
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

/** The focused element before each dialog opened. */
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

/** The listeners of the page's modules, to be removed before the next test opens another page. */
const listening: (() => void)[] = [];
const addEventListener = window.addEventListener.bind(window);
window.addEventListener = (...args: Parameters<typeof addEventListener>): void => {
  addEventListener(...args);
  const [type, listener, options] = args;
  listening.push(() => window.removeEventListener(type, listener, options));
};

beforeEach(() => {
  // After the page is closed: it still needs the last history events.
  onTestFinished(() => {
    for (const stop of listening.splice(0)) stop();
  });
});

/** The timers of the page, none of which may run during the tests of the next file. */
const waiting = new Set<NodeJS.Timeout>();
const { setTimeout: wait } = globalThis;
const waitInPage = (...args: Parameters<typeof wait>): NodeJS.Timeout => {
  const timer = wait(...args);
  waiting.add(timer);
  return timer;
};
globalThis.setTimeout = Object.defineProperties(
  waitInPage,
  Object.getOwnPropertyDescriptors(wait),
) as typeof wait;

// The files of a worker share its page, and each runs this set-up.
afterAll(() => {
  for (const timer of waiting) clearTimeout(timer);
  globalThis.setTimeout = wait;
  window.addEventListener = addEventListener;
  document.createElement = createElement;
});
