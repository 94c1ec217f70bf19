// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { sizeDiagram } from './diagram-size';

function sized(width: number, letters = ''): SVGSVGElement {
  const holder = document.createElement('div');
  holder.innerHTML = sizeDiagram(
    `<svg width="100%" style="max-width: ${width}px" viewBox="0 0 ${width} 100"><text ${letters}>a</text></svg>`,
  );
  return holder.querySelector('svg') as SVGSVGElement;
}

test('a_drawing_shrinks_as_long_as_its_letters_can_be_read', () => {
  const drawing = sized(480);
  expect(drawing.getAttribute('width')).toBe('480');
  expect(drawing.style.minWidth).toBe('300px');
  expect(drawing.style.height).toBe('auto');
  expect(drawing.style.maxWidth).toBe('');
  expect(drawing.classList.contains('wide')).toBe(false);
});

test('a_wider_one_scrolls_and_says_so', () => {
  const drawing = sized(960);
  expect(drawing.getAttribute('width')).toBe('677');
  expect(drawing.style.minWidth).toBe('600px');
  expect(drawing.classList.contains('wide')).toBe(true);
  expect(sized(1600).getAttribute('width')).toBe('1000');
});

test('smaller_letters_shrink_less_and_none_is_enlarged', () => {
  expect(sized(400, 'font-size="11"').style.minWidth).toBe('364px');
  expect(sized(400, 'font-size="8"').style.minWidth).toBe('400px');
});

test('what_is_no_drawing_stays', () => {
  expect(sizeDiagram('<p>a</p>')).toBe('<p>a</p>');
});
