import { flushSync } from 'react-dom';

/** A key that was pressed too early; the time as events have it. */
export interface KeptKey {
  readonly key: string;
  readonly timeMs: number;
}

/** When the keys were pressed that are typed later. */
const pressedMs = new WeakMap<Event, number>();

/** When a key was pressed, also one that {@link typeKeys} types. */
export function findPressedMs(event: Event): number {
  return pressedMs.get(event) ?? event.timeStamp;
}

/**
 * While a form is locked, keeps in order what is typed there: a reader does
 * not wait for an answer. Nothing falls between: from the lock on no key
 * reaches the form, and who unlocks it hands the keys on at once.
 */
export class TypeAhead {
  #form: HTMLFormElement | undefined;
  #kept: KeptKey[] = [];

  lock(form: HTMLFormElement): void {
    this.#form = form;
    this.#kept = [];
    document.addEventListener('keydown', this.#onKeyDown, true);
  }

  /** The keys that were kept; none when it was not locked. */
  unlock(): readonly KeptKey[] {
    document.removeEventListener('keydown', this.#onKeyDown, true);
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event;
    // Without a focused element keys go to the body: Safari focuses no button that is clicked.
    const isHere =
      target === document.body || (target instanceof Node && this.#form?.contains(target));
    // With both it is AltGr.
    if (!isHere || (event.ctrlKey && !event.altKey) || event.metaKey) return;
    const isChoosing = target instanceof HTMLSelectElement && key.startsWith('Arrow');
    if (!isChoosing && !isTyped(key)) return;
    // Cancel can be pressed, but not by the Enter of a number.
    if (this.#kept.length === 0 && isOtherButton(target) && (key === 'Enter' || key === ' '))
      return;
    event.preventDefault();
    event.stopPropagation();
    // One more Enter after the one that submits means nothing, held down or not.
    const isEmpty = this.#kept.length === 0 && key.length > 1;
    if (isChoosing || isEmpty || (event.repeat && key === 'Enter')) return;
    this.#kept.push({ key, timeMs: findPressedMs(event) });
  };
}

function isTyped(key: string): boolean {
  return /^.$/u.test(key) || key === 'Enter' || key === 'Backspace';
}

function isOtherButton(target: EventTarget | null): boolean {
  return (
    (target instanceof HTMLButtonElement && target.type !== 'submit') ||
    (target instanceof HTMLElement && target.tagName === 'SUMMARY')
  );
}

/** Types keys where the focus is, and goes on where each leads. */
export function typeKeys(keys: readonly KeptKey[]): void {
  for (const { key, timeMs } of keys) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    pressedMs.set(event, timeMs);
    // What a key does is on the screen before the next one.
    const isFree = flushSync(() => document.activeElement?.dispatchEvent(event));
    const target = document.activeElement;
    if (isFree && target instanceof HTMLInputElement && !target.readOnly) {
      flushSync(() => {
        typeInto(target, key);
      });
    }
  }
}

function typeInto(input: HTMLInputElement, key: string): void {
  if (key === 'Enter') return input.form?.requestSubmit();
  const start = input.selectionStart ?? input.value.length;
  const end = input.selectionEnd ?? start;
  const isBack = key === 'Backspace';
  const from = isBack && start === end ? Math.max(0, start - 1) : start;
  input.setRangeText(isBack ? '' : key, from, end, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
