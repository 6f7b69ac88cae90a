/** Whether the page is in a frame: its links then have to leave it. */
export function isFramed(): boolean {
  return window.top !== window.self;
}

/**
 * Whether any page around this one is of another origin, as `frame-ancestors 'self'` checks. Such a page could cover the
 * frame, or show only part of it, to steal clicks.
 */
export function isInFrameOfAnotherSite(): boolean {
  for (let inner: Window = window; inner !== inner.parent; inner = inner.parent) {
    if (readOrigin(inner.parent) !== window.origin) return true;
  }
  return false;
}

/** Undefined for a window of another origin. */
function readOrigin(outer: Window): string | undefined {
  try {
    return outer.origin;
  } catch {
    return undefined;
  }
}
