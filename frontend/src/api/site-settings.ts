import type { DRAFT_TABS, DraftTab } from '../config/site-tabs';
import type { components } from './generated/schema';

/** Types of a site's settings under short names; the generated file documents their fields. */
type Schemas = components['schemas'];
export type AccessLevel = Schemas['AccessLevel'];
export type AccessRules = Schemas['AccessRules'];
export type Appearance = Schemas['Appearance'];
export type BasicInfo = Schemas['BasicInfo'];
export type Blog = Schemas['Blog'];
export type BlogPost = Schemas['BlogPost'];
export type BlogSource = Schemas['BlogSource'];
export type CardStyle = Schemas['CardStyle'];
export type Carousel = Schemas['Carousel'];
export type CategoryAccess = Schemas['CategoryAccess'];
export type CategoryDisplay = Schemas['CategoryDisplay'];
export type ColorScheme = Schemas['ColorScheme'];
export type Cta = Schemas['Cta'];
export type Demo = Schemas['Demo'];
export type DocumentAccessRule = Schemas['DocumentAccessRule'];
export type Faq = Schemas['Faq'];
export type FaqItem = Schemas['FaqItem'];
export type FaqLayout = Schemas['FaqLayout'];
export type FeatureItem = Schemas['FeatureItem'];
export type Features = Schemas['Features'];
export type FeaturesLayout = Schemas['FeaturesLayout'];
export type HealthKey = Schemas['HealthKey'];
export type HealthTarget = Schemas['HealthTarget'];
export type Hero = Schemas['Hero'];
export type HeroLayout = Schemas['HeroLayout'];
export type HeroVariant = Schemas['HeroVariant'];
export type Homepage = Schemas['Homepage'];
export type IndexLayout = Schemas['IndexLayout'];
export type IndexSettings = Schemas['IndexSettings'];
export type Link = Schemas['Link'];
export type Membership = Schemas['Membership'];
export type Navigation = Schemas['Navigation'];
export type Newsletter = Schemas['Newsletter'];
export type NewsletterLayout = Schemas['NewsletterLayout'];
export type NewsletterVariant = Schemas['NewsletterVariant'];
export type NotFoundPage = Schemas['NotFoundPage'];
export type Package = Schemas['Package'];
export type PackagePeriod = Schemas['PackagePeriod'];
export type Partner = Schemas['Partner'];
export type Partners = Schemas['Partners'];
export type PartnersLayout = Schemas['PartnersLayout'];
export type PartnersVariant = Schemas['PartnersVariant'];
export type Section = Schemas['Section'];
export type SectionContent = Schemas['SectionContent'];
export type SiteImage = Schemas['SiteImage'];
export type SiteLanguage = Schemas['SiteLanguage'];
export type SiteStatus = Schemas['SiteStatus'];
export type Slide = Schemas['Slide'];
export type SlugState = Schemas['SlugState'];
export type Stats = Schemas['Stats'];
export type StatsItem = Schemas['StatsItem'];
export type StatsLayout = Schemas['StatsLayout'];
export type StatsVariant = Schemas['StatsVariant'];
export type Testimonial = Schemas['Testimonial'];
export type Testimonials = Schemas['Testimonials'];
export type TestimonialsLayout = Schemas['TestimonialsLayout'];
export type TextVariant = Schemas['TextVariant'];

/** A tab of settings, as releases and drafts of previews name it. */
export type SettingsTab = Schemas['SettingsTab'];

/** What each tab with a draft holds. */
export type TabDrafts = { [K in DraftTab]: Schemas[(typeof DRAFT_TABS)[K]['type']] };

/** What each tab of settings holds. */
export type TabSettings = Pick<TabDrafts, SettingsTab>;
