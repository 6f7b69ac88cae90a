let locks = 0;

/**
 * Keeps the page behind a dialog where it is, without the jump sideways that a
 * vanishing scroll bar makes. Returns what lets it go again, once; dialogs may
 * lie over one another and go in any order.
 */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  if (locks === 0) {
    style.paddingRight = `${window.innerWidth - clientWidth}px`;
    style.overflow = 'hidden';
  }
  locks += 1;
  return () => {
    locks -= 1;
    if (locks > 0) return;
    style.removeProperty('padding-right');
    style.removeProperty('overflow');
  };
}
