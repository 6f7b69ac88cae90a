/** Whether the page is part of another one; its links then decide what becomes of that one. */
export function isFramed(): boolean {
  return window.top !== window.self;
}

/**
 * Whether a page of another origin is around this one, however far out, just
 * as `frame-ancestors 'self'` would count it. What lies over the frame there,
 * or how little of it shows, is not for this page to know.
 */
export function isInFrameOfAnotherSite(): boolean {
  for (let inner: Window = window; inner !== inner.parent; inner = inner.parent) {
    if (readOrigin(inner.parent) !== window.origin) return true;
  }
  return false;
}

/** Undefined for a window that lets this page look at nothing. */
function readOrigin(outer: Window): string | undefined {
  try {
    return outer.origin;
  } catch {
    return undefined;
  }
}
