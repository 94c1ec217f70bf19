import type { ComponentType } from 'react';
import type { SectionKind } from '../section-kinds';
import { BlogForm } from './blog-form';
import { CtaForm } from './cta-form';
import { DemoForm } from './demo-form';
import { FaqForm } from './faq-form';
import { FeaturesForm } from './features-form';
import { HeroForm } from './hero-form';
import { NewsletterForm } from './newsletter-form';
import { PartnersForm } from './partners-form';
import type { SectionFormProps } from './section-form-props';
import { StatsForm } from './stats-form';
import { TestimonialsForm } from './testimonials-form';

const forms: Record<SectionKind, ComponentType<SectionFormProps>> = {
  hero: HeroForm,
  stats: StatsForm,
  features: FeaturesForm,
  demo: DemoForm,
  testimonials: TestimonialsForm,
  blog: BlogForm,
  faq: FaqForm,
  partners: PartnersForm,
  newsletter: NewsletterForm,
  cta: CtaForm,
};

/** The fields of a section of any kind. */
export function SectionForm({ kind, path }: SectionFormProps & { kind: SectionKind }) {
  const Form = forms[kind];
  return <Form path={path} />;
}
