import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sections } from '../../config/paths';
import { Section } from './section';

const STORIES = ['engineer', 'team', 'teacher'] as const;

/** Example scenarios, marked as fictional. */
export function Stories() {
  const { t } = useTranslation('landing');
  return (
    <Section
      id={sections.stories}
      title={t('stories.title')}
      lead={t('stories.note')}
      className="bg-surface"
    >
      <ul className="mt-12 grid gap-6 md:mt-16 lg:grid-cols-3">
        {STORIES.map((story) => (
          <li
            key={story}
            className="flex flex-col rounded-2xl border border-line bg-canvas p-6 md:p-8"
          >
            <h3 className="font-semibold font-serif text-ink text-xl">
              {t(`stories.${story}.who`)}
            </h3>
            <p className="mt-5 text-pretty text-base text-ink-soft leading-6">
              {t(`stories.${story}.before`)}
            </p>
            <ArrowDown
              size={18}
              strokeWidth={1.5}
              className="my-4 shrink-0 text-accent-text"
              aria-hidden
            />
            <p className="text-pretty text-base text-ink leading-6">
              {t(`stories.${story}.after`)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
