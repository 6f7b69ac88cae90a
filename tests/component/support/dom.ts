import { configure } from '@testing-library/dom';
import { afterAll, beforeEach, onTestFinished } from 'vitest';

import { HANGS_MS } from '#tests/support/hangs.ts';

configure({
  asyncUtilTimeout: HANGS_MS,
  // Without style sheets nothing is hidden but what is not rendered: to look costs most of the time.
  defaultHidden: true,
});

/**
 * The parts of a browser that jsdom lacks, as far as the page uses them. There is no layout: nothing has a size,
 * everything is on the screen, and the screen is a wide one with a mouse.
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

// jsdom asks each label of the page for each control: to find one by its label in a form of forty rows takes seconds.
for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]) {
  Object.defineProperty(prototype, 'labels', { get: findLabels });
}

/** The labels of each control, until something on the page changes. */
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

// To know how an element looks jsdom asks it for each rule of a browser's own style sheet, and there is no other:
// what is asked most, to find a button by its name, is the same for all elements of a kind.
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

/** The attributes that a browser's own style sheet looks at. */
const STYLED_BY = ['hidden', 'open', 'type', 'size', 'multiple', 'dir'];

/** Whether something else than its kind decides how it looks: a style of its own, or of what it lies in. */
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

/** The listeners of a page's modules, which live as long as it is open: the next test opens another page. */
const listening: (() => void)[] = [];
const addEventListener = window.addEventListener.bind(window);
window.addEventListener = (...args: Parameters<typeof addEventListener>): void => {
  addEventListener(...args);
  const [type, listener, options] = args;
  listening.push(() => window.removeEventListener(type, listener, options));
};

beforeEach(() => {
  // After the page is closed, which hears of its last steps in the history.
  onTestFinished(() => {
    for (const stop of listening.splice(0)) stop();
  });
});

/** The timers of the page: none of them runs during the tests of the next file. */
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

// The files of a worker share its page, and each prepares it.
afterAll(() => {
  for (const timer of waiting) clearTimeout(timer);
  globalThis.setTimeout = wait;
  window.addEventListener = addEventListener;
  document.createElement = createElement;
  window.getComputedStyle = getComputedStyle;
  changes.disconnect();
});
