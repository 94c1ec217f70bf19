// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { fitScrollers } from './fit-scrollers';

test('an_image_has_no_hint_that_a_drawing_scrolls', () => {
  const root = document.createElement('div');
  root.innerHTML =
    '<section style="overflow-x: auto"><svg></svg><section>← →</section></section><section>← →</section>';
  document.body.append(root);
  fitScrollers(root);
  expect(root.querySelector('svg')?.nextElementSibling).toBeNull();
  expect(root.textContent).toBe('← →');
});
