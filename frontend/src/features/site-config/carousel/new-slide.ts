import type { Slide } from '../../../api/site-settings';
import { newId } from '../../../lib/new-id';

/** An empty slide: its picture is still to come. */
export function newSlide(): Slide {
  return {
    id: newId(),
    isVisible: true,
    image: { url: '', alt: '', width: 0, height: 0 },
    title: '',
    description: '',
    link: '',
    startsAt: null,
    endsAt: null,
  };
}
