import type {
  BlogPost,
  FaqItem,
  FeatureItem,
  Link,
  Partner,
  Section,
  SiteLanguage,
  StatsItem,
  Testimonial,
} from '../../../api/site-settings';
import { newId } from '../../../lib/new-id';
import type { ContentOf, SectionKind } from './section-kinds';
import { SECTION_WORDS, type SectionWords } from './section-words';

const INDEX = '/docs';
const NO_LINK: Link = { text: '', url: '' };

/** A section as it is added: shown, and good without a change wherever that is possible. */
export function newSection(kind: SectionKind, language: SiteLanguage): Section {
  return { id: newId(), isVisible: true, content: contents[kind](SECTION_WORDS[language]) };
}

/** A copy of a section with an id of its own. */
export function copyOf(section: Section): Section {
  return { ...structuredClone(section), id: newId() };
}

const contents: { [K in SectionKind]: (words: SectionWords) => ContentOf<K> } = {
  hero: ({ hero }) => ({
    kind: 'hero',
    title: hero.title,
    subtitle: hero.subtitle,
    primaryButton: { text: hero.read, url: INDEX },
    secondaryButton: NO_LINK,
    image: null,
    showsImage: true,
    variant: 'gradient',
    layout: 'centered',
  }),
  stats: ({ stats }) => ({
    kind: 'stats',
    title: stats.title,
    items: stats.items.map(([value, label]) => ({ value, label, description: '' })),
    layout: 'horizontal',
    variant: 'default',
  }),
  features: ({ features }) => ({
    kind: 'features',
    title: features.title,
    subtitle: features.subtitle,
    description: '',
    items: features.items.map(([icon, title, description]) => ({ icon, title, description })),
    layout: 'grid',
    columns: 3,
    cardStyle: 'card',
    showsIcons: true,
    hasHoverEffect: true,
  }),
  demo: ({ demo }) => ({
    kind: 'demo',
    title: demo.title,
    subtitle: demo.subtitle,
    image: null,
    button: { text: demo.button, url: INDEX },
    benefits: demo.benefits,
  }),
  // Nobody's words are made up: the author brings the first.
  testimonials: ({ testimonials }) => ({
    kind: 'testimonials',
    title: testimonials.title,
    items: [newTestimonial()],
    layout: 'grid',
    columns: 3,
    variant: 'modern',
  }),
  blog: ({ blog }) => ({
    kind: 'blog',
    title: blog.title,
    subtitle: blog.subtitle,
    viewAll: { text: blog.viewAll, url: INDEX },
    source: 'latest',
    nLatest: 6,
    posts: [],
    showsAuthor: false,
    showsReadTime: true,
    columns: 3,
  }),
  faq: ({ faq }) => ({
    kind: 'faq',
    title: faq.title,
    items: faq.items.map(([question, answer]) => ({ question, answer })),
    layout: 'accordion',
    variant: 'modern',
  }),
  partners: ({ partners }) => ({
    kind: 'partners',
    title: partners.title,
    items: [newPartner()],
    layout: 'horizontal',
    variant: 'default',
    showsLogos: true,
  }),
  newsletter: ({ newsletter }) => ({
    kind: 'newsletter',
    title: newsletter.title,
    subtitle: newsletter.subtitle,
    description: '',
    showsNameField: false,
    namePlaceholder: '',
    emailPlaceholder: '',
    submitText: '',
    successMessage: '',
    privacyText: newsletter.privacy,
    privacyLink: NO_LINK,
    layout: 'centered',
    variant: 'default',
  }),
  cta: ({ cta }) => ({
    kind: 'cta',
    title: cta.title,
    subtitle: cta.subtitle,
    description: '',
    primaryButton: { text: cta.button, url: INDEX },
    secondaryButton: NO_LINK,
  }),
};

export function newStatsItem(): StatsItem {
  return { value: '', label: '', description: '' };
}

export function newFeature(): FeatureItem {
  return { icon: 'star', title: '', description: '' };
}

export function newTestimonial(): Testimonial {
  return { content: '', author: '', position: '', avatar: null };
}

export function newPost(): BlogPost {
  return {
    title: '',
    link: '',
    excerpt: '',
    category: '',
    date: '',
    image: null,
    author: '',
    readTimeMin: 0,
  };
}

export function newQuestion(): FaqItem {
  return { question: '', answer: '' };
}

export function newPartner(): Partner {
  return { name: '', logo: null, url: '' };
}
