/** Whether the page is embedded in another one, whose window its links then have to open. */
export function isFramed(): boolean {
  return window.top !== window.self;
}

/**
 * Whether a page of another origin is around this one, however far out, by the same rule as `frame-ancestors 'self'`.
 * This page cannot know what covers the frame there, or how little of it shows.
 */
export function isInFrameOfAnotherSite(): boolean {
  for (let inner: Window = window; inner !== inner.parent; inner = inner.parent) {
    if (readOrigin(inner.parent) !== window.origin) return true;
  }
  return false;
}

/** Undefined for a window that does not let this page read it. */
function readOrigin(outer: Window): string | undefined {
  try {
    return outer.origin;
  } catch {
    return undefined;
  }
}
