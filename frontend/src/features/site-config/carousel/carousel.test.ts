import { expect, test } from 'vitest';
import type { Carousel, Slide } from '../../../api/site-settings';
import { checkSettings } from '../check/check-settings';
import { carouselRules } from './carousel-rules';
import { newSlide } from './new-slide';
import { ofLocalTime, slideState, toLocalTime } from './slide-state';

const checkCarousel = (value: Carousel) => checkSettings('Carousel', value, carouselRules);

const image = { url: '/media/a.webp', alt: 'A reading room', width: 1920, height: 600 };
const slide = (changes: Partial<Slide> = {}): Slide => ({ ...newSlide(), image, ...changes });
const keysOf = (...slides: Slide[]) =>
  Object.entries(checkCarousel({ isEnabled: true, slides })).map(
    ([path, { key }]) => `${path} ${key}`,
  );

test('a_slide_has_a_picture_and_words_for_those_who_do_not_see_it', () => {
  expect(keysOf(slide())).toEqual([]);
  expect(keysOf(newSlide())).toEqual(['slides[0].image.url field.required']);
  expect(keysOf(slide({ image: { ...image, alt: ' ' } }))).toEqual([
    'slides[0].image.alt field.required',
  ]);
});

test('ten_slides_are_the_most', () => {
  const slides = Array.from({ length: 11 }, () => slide());
  expect(keysOf(...slides.slice(1))).toEqual([]);
  expect(keysOf(...slides)).toEqual(['slides field.tooMany']);
});

test('a_slide_ends_after_it_begins', () => {
  const startsAt = '2026-11-22T08:00:00Z';
  expect(keysOf(slide({ startsAt, endsAt: '2026-11-22T08:00:01Z' }))).toEqual([]);
  expect(keysOf(slide({ startsAt, endsAt: startsAt }))).toEqual([
    'slides[0].endsAt time.endBeforeStart',
  ]);
});

test('links_of_slides_run_nothing', () => {
  expect(keysOf(slide({ link: 'javascript:alert(1)' }))).toEqual(['slides[0].link url.invalid']);
});

test('a_slide_is_shown_from_its_start_until_its_end', () => {
  const times = { startsAt: '2026-11-22T08:00:00Z', endsAt: '2026-11-22T09:00:00Z' };
  const at = (time: string) => slideState(slide(times), Date.parse(`2026-11-22T${time}Z`));
  expect(at('07:59:59')).toBe('waiting');
  expect(at('08:00:00')).toBe('shown');
  expect(at('09:00:00')).toBe('over');
  expect(slideState(slide({ isVisible: false }), 0)).toBe('hidden');
  expect(slideState(slide(), 0)).toBe('shown');
});

test('a_time_of_the_form_is_the_same_moment_again', () => {
  expect(toLocalTime(ofLocalTime('2026-11-22T08:30'))).toBe('2026-11-22T08:30');
  expect(ofLocalTime('')).toBeNull();
  expect(toLocalTime(null)).toBe('');
});
