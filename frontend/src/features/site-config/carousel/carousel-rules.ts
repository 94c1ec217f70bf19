import type { Carousel } from '../../../api/site-settings';
import type { FoundProblems } from '../check/found-problems';

/** The picture of a slide says what it shows, and a slide ends after it begins. */
export function carouselRules(found: FoundProblems, { slides }: Carousel): void {
  for (const [index, { image, startsAt, endsAt }] of slides.entries()) {
    const path = `slides[${index}]`;
    // The field for it comes with the picture.
    if (image.url !== '' && image.alt.trim() === '') {
      found.add(`${path}.image.alt`, 'field.required');
    }
    if (startsAt && endsAt && Date.parse(endsAt) <= Date.parse(startsAt)) {
      found.add(`${path}.endsAt`, 'time.endBeforeStart');
    }
  }
}
