/**
 * Keeps the page behind a dialog where it is, without the jump sideways that a
 * vanishing scroll bar makes. Returns what lets it go again.
 */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  style.paddingRight = `${window.innerWidth - clientWidth}px`;
  style.overflow = 'hidden';
  return () => {
    style.removeProperty('padding-right');
    style.removeProperty('overflow');
  };
}
