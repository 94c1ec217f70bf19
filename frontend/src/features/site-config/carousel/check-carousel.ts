import type { Carousel } from '../../../api/site-settings';
import { SLIDES_MAX, SUBTITLE_MAX_CHARS, TITLE_MAX_CHARS } from '../../../config/site-limits';
import { FieldChecks } from '../check/field-checks';
import type { Problems } from '../draft/draft';

/** What is wrong with the carousel, by path. The server has the same rules. */
export function checkCarousel({ slides }: Carousel): Problems {
  const checks = new FieldChecks();
  checks.list('slides', slides, SLIDES_MAX, (path, slide) => {
    if (slide.image.url === '') checks.add(`${path}.image`, 'field.required');
    checks.image(`${path}.image`, slide.image, true);
    checks.text(`${path}.title`, slide.title, { max: TITLE_MAX_CHARS });
    checks.text(`${path}.description`, slide.description, { max: SUBTITLE_MAX_CHARS });
    checks.address(`${path}.link`, slide.link);
    const { startsAt, endsAt } = slide;
    if (startsAt && endsAt && Date.parse(endsAt) <= Date.parse(startsAt)) {
      checks.add(`${path}.endsAt`, 'time.endBeforeStart');
    }
  });
  return checks.problems;
}
