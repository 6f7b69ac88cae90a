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

// For each control jsdom checks every label of the page, which takes seconds in a form of forty rows.
for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]) {
  Object.defineProperty(prototype, 'labels', { get: findLabels });
}

/** The labels of each control, until the page changes. */
let labelsByControl: ReadonlyMap<Element, HTMLLabelElement[]> | undefined;
const forgetLabels = (): void => {
  labelsByControl = undefined;
};
const changes = new MutationObserver(forgetLabels);
changes.observe(document, { subtree: true, childList: true, attributes: true });

function findLabels(this: HTMLElement): HTMLLabelElement[] | null {
  if (this instanceof HTMLInputElement && this.type === 'hidden') return null;
  if (changes.takeRecords().length > 0) forgetLabels();
  labelsByControl ??= groupLabels();
  return labelsByControl.get(this) ?? [];
}

function groupLabels(): Map<Element, HTMLLabelElement[]> {
  const groups = new Map<Element, HTMLLabelElement[]>();
  for (const label of document.querySelectorAll('label')) {
    const control = label.hasAttribute('for')
      ? document.getElementById(label.htmlFor)
      : label.querySelector('button, input:not([type=hidden]), select, textarea');
    if (control) groups.set(control, [...(groups.get(control) ?? []), label]);
  }
  return groups;
}

// jsdom matches each element against every rule of its default style sheet, the only one here. Cached by kind of element.
const getComputedStyle = window.getComputedStyle.bind(window);
const looks = new Map<string, CSSStyleDeclaration>();
window.getComputedStyle = (element, pseudoElement) => {
  if (hasOwnStyle(element)) return getComputedStyle(element, pseudoElement);
  const kind = [
    element.localName,
    pseudoElement,
    ...STYLED_BY.map((name) => element.getAttribute(name)),
  ];
  const key = JSON.stringify(kind);
  let look = looks.get(key);
  if (!look) {
    look = rememberValues(getComputedStyle(element, pseudoElement));
    looks.set(key, look);
  }
  return look;
};

/** The attributes used by the default style sheet. */
const STYLED_BY = ['hidden', 'open', 'type', 'size', 'multiple', 'dir'];

/** Whether it or an ancestor has a `style` attribute. */
function hasOwnStyle(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (each !== document.documentElement && each.hasAttribute('style')) return true;
  }
  return false;
}

function rememberValues(look: CSSStyleDeclaration): CSSStyleDeclaration {
  const values = new Map<string, string>();
  const getPropertyValue = (name: string): string => {
    const value = values.get(name) ?? look.getPropertyValue(name);
    values.set(name, value);
    return value;
  };
  return new Proxy(look, {
    get: (target, name) =>
      name === 'getPropertyValue' ? getPropertyValue : Reflect.get(target, name, target),
  });
}

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
  window.getComputedStyle = getComputedStyle;
  changes.disconnect();
});
