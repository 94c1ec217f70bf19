import type { Monaco } from './load-monaco';

/**
 * Lets lines wrap where they end when a reader spaces letters and words out by a style of their own (WCAG 1.4.12).
 * Returns a function that stops it.
 *
 * Monaco measures letters once, and reckons with no space between words: the browser then wraps instead, which takes
 * longer in long texts. A sample in the editor's container changes its width with the spacing.
 */
export function followTextSpacing(
  monaco: Monaco,
  container: HTMLElement,
  editor: ReturnType<Monaco['editor']['create']>,
): () => void {
  const sample = document.createElement('span');
  sample.setAttribute('aria-hidden', 'true');
  sample.style.cssText = 'position:absolute;visibility:hidden;pointer-events:none;white-space:pre';
  sample.textContent = 'a b';
  container.append(sample);
  let isSpaced = false;
  const observer = new ResizeObserver(() => {
    const { letterSpacing, wordSpacing } = getComputedStyle(sample);
    const isSpacedNow = [letterSpacing, wordSpacing].some((value) => Number.parseFloat(value) > 0);
    if (isSpacedNow === isSpaced) return;
    isSpaced = isSpacedNow;
    monaco.editor.remeasureFonts();
    editor.updateOptions({ wrappingStrategy: isSpaced ? 'advanced' : 'simple' });
  });
  observer.observe(sample);
  return () => {
    observer.disconnect();
    sample.remove();
  };
}
