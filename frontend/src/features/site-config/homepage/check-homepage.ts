import type { Homepage, SectionContent } from '../../../api/site-settings';
import {
  ANSWER_MAX_CHARS,
  BENEFIT_MAX_CHARS,
  BENEFITS_MAX,
  BLOG_POSTS_MAX,
  DESCRIPTION_MAX_CHARS,
  EXCERPT_MAX_CHARS,
  FAQ_MAX,
  FEATURES_MAX,
  LABEL_MAX_CHARS,
  LONG_SUBTITLE_MAX_CHARS,
  PARTNERS_MAX,
  READ_TIME_MAX_MIN,
  SECTIONS_MAX,
  STATS_MAX,
  STATS_VALUE_MAX_CHARS,
  SUBMIT_TEXT_MAX_CHARS,
  SUBTITLE_MAX_CHARS,
  TESTIMONIALS_MAX,
  TITLE_MAX_CHARS,
} from '../../../config/site-limits';
import { FieldChecks } from '../check/field-checks';
import type { Problems } from '../draft/draft';
import type { ContentOf, SectionKind } from './section-kinds';

/** What is wrong with the homepage, by path. The server has the same rules. */
export function checkHomepage({ sections }: Homepage): Problems {
  const checks = new FieldChecks();
  checks.list('sections', sections, SECTIONS_MAX, (path, { content }) =>
    checkContent(checks, `${path}.content`, content),
  );
  return checks.problems;
}

type Check<K extends SectionKind> = (
  checks: FieldChecks,
  path: string,
  content: ContentOf<K>,
) => void;

function checkContent(checks: FieldChecks, path: string, content: SectionContent): void {
  const check = rules[content.kind] as Check<SectionKind>;
  check(checks, path, content);
}

const LABEL = { max: LABEL_MAX_CHARS };
const NAME = { max: LABEL_MAX_CHARS, isRequired: true };
const TITLE = { max: TITLE_MAX_CHARS };
const TITLE_REQUIRED = { max: TITLE_MAX_CHARS, isRequired: true };
const SUBTITLE = { max: SUBTITLE_MAX_CHARS };
const LONG_SUBTITLE = { max: LONG_SUBTITLE_MAX_CHARS, hasLines: true };
const DESCRIPTION = { max: DESCRIPTION_MAX_CHARS, hasLines: true };

const rules: { [K in SectionKind]: Check<K> } = {
  hero(checks, path, hero) {
    checks.text(`${path}.title`, hero.title, TITLE_REQUIRED);
    checks.text(`${path}.subtitle`, hero.subtitle, LONG_SUBTITLE);
    checks.link(`${path}.primaryButton`, hero.primaryButton);
    checks.link(`${path}.secondaryButton`, hero.secondaryButton);
    checks.image(`${path}.image`, hero.image);
  },
  stats(checks, path, stats) {
    checks.text(`${path}.title`, stats.title, TITLE);
    checks.list(`${path}.items`, stats.items, STATS_MAX, (at, item) => {
      checks.text(`${at}.value`, item.value, { max: STATS_VALUE_MAX_CHARS, isRequired: true });
      checks.text(`${at}.label`, item.label, NAME);
      checks.text(`${at}.description`, item.description, SUBTITLE);
    });
  },
  features(checks, path, features) {
    checks.text(`${path}.title`, features.title, TITLE);
    checks.text(`${path}.subtitle`, features.subtitle, SUBTITLE);
    checks.text(`${path}.description`, features.description, DESCRIPTION);
    checks.list(`${path}.items`, features.items, FEATURES_MAX, (at, item) => {
      checks.text(`${at}.title`, item.title, NAME);
      checks.text(`${at}.description`, item.description, LONG_SUBTITLE);
    });
  },
  demo(checks, path, demo) {
    checks.text(`${path}.title`, demo.title, TITLE);
    checks.text(`${path}.subtitle`, demo.subtitle, LONG_SUBTITLE);
    checks.image(`${path}.image`, demo.image);
    checks.link(`${path}.button`, demo.button);
    checks.list(`${path}.benefits`, demo.benefits, BENEFITS_MAX, (at, benefit) =>
      checks.text(at, benefit, { max: BENEFIT_MAX_CHARS, isRequired: true }),
    );
  },
  testimonials(checks, path, testimonials) {
    checks.text(`${path}.title`, testimonials.title, TITLE);
    checks.list(`${path}.items`, testimonials.items, TESTIMONIALS_MAX, (at, item) => {
      checks.text(`${at}.content`, item.content, { ...DESCRIPTION, isRequired: true });
      checks.text(`${at}.author`, item.author, NAME);
      checks.text(`${at}.position`, item.position, LABEL);
      checks.image(`${at}.avatar`, item.avatar);
    });
  },
  blog(checks, path, blog) {
    checks.text(`${path}.title`, blog.title, TITLE);
    checks.text(`${path}.subtitle`, blog.subtitle, SUBTITLE);
    checks.link(`${path}.viewAll`, blog.viewAll);
    checks.range(`${path}.nLatest`, blog.nLatest, 1, BLOG_POSTS_MAX);
    checks.list(`${path}.posts`, blog.posts, BLOG_POSTS_MAX, (at, post) => {
      // While the latest are shown, nobody sees what is missing here.
      const isListed = blog.source === 'listed';
      checks.text(`${at}.title`, post.title, isListed ? TITLE_REQUIRED : TITLE);
      checks.address(`${at}.link`, post.link, isListed);
      checks.text(`${at}.excerpt`, post.excerpt, { max: EXCERPT_MAX_CHARS, hasLines: true });
      checks.text(`${at}.category`, post.category, LABEL);
      if (post.date !== '' && !isDay(post.date)) checks.add(`${at}.date`, 'date.invalid');
      checks.image(`${at}.image`, post.image);
      checks.text(`${at}.author`, post.author, LABEL);
      checks.range(`${at}.readTimeMin`, post.readTimeMin, 0, READ_TIME_MAX_MIN);
    });
  },
  faq(checks, path, faq) {
    checks.text(`${path}.title`, faq.title, TITLE);
    checks.list(`${path}.items`, faq.items, FAQ_MAX, (at, item) => {
      checks.text(`${at}.question`, item.question, { ...SUBTITLE, isRequired: true });
      const rule = { max: ANSWER_MAX_CHARS, isRequired: true, hasLines: true };
      checks.text(`${at}.answer`, item.answer, rule);
    });
  },
  partners(checks, path, partners) {
    checks.text(`${path}.title`, partners.title, TITLE);
    checks.list(`${path}.items`, partners.items, PARTNERS_MAX, (at, item) => {
      checks.text(`${at}.name`, item.name, NAME);
      checks.image(`${at}.logo`, item.logo);
      checks.address(`${at}.url`, item.url);
    });
  },
  newsletter(checks, path, newsletter) {
    checks.text(`${path}.title`, newsletter.title, TITLE);
    checks.text(`${path}.subtitle`, newsletter.subtitle, SUBTITLE);
    checks.text(`${path}.description`, newsletter.description, DESCRIPTION);
    checks.text(`${path}.namePlaceholder`, newsletter.namePlaceholder, LABEL);
    checks.text(`${path}.emailPlaceholder`, newsletter.emailPlaceholder, LABEL);
    checks.text(`${path}.submitText`, newsletter.submitText, { max: SUBMIT_TEXT_MAX_CHARS });
    checks.text(`${path}.successMessage`, newsletter.successMessage, SUBTITLE);
    checks.text(`${path}.privacyText`, newsletter.privacyText, SUBTITLE);
    checks.link(`${path}.privacyLink`, newsletter.privacyLink);
  },
  cta(checks, path, cta) {
    checks.text(`${path}.title`, cta.title, TITLE_REQUIRED);
    checks.text(`${path}.subtitle`, cta.subtitle, SUBTITLE);
    checks.text(`${path}.description`, cta.description, DESCRIPTION);
    checks.link(`${path}.primaryButton`, cta.primaryButton);
    checks.link(`${path}.secondaryButton`, cta.secondaryButton);
  },
};

/** Whether it is a day such as `2026-11-22`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
