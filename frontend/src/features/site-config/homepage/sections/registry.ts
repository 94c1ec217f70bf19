import type { SectionKind } from '../section-kinds';
import { blog } from './blog';
import { cta } from './cta';
import { demo } from './demo';
import { faq } from './faq';
import { features } from './features';
import { hero } from './hero';
import { newsletter } from './newsletter';
import { partners } from './partners';
import type { SectionEntry } from './section-entry';
import { stats } from './stats';
import { testimonials } from './testimonials';

/** Kinds of sections in the order in which they are offered. */
export const SECTIONS: Record<SectionKind, SectionEntry> = {
  hero,
  features,
  stats,
  blog,
  demo,
  testimonials,
  faq,
  partners,
  newsletter,
  cta,
};

export const SECTION_KINDS = Object.keys(SECTIONS) as SectionKind[];
