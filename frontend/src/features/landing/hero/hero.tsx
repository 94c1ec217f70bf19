import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, sectionPath } from '../../../config/paths';
import { classNames } from '../../../lib/class-names';
import { buttonStyle } from '../../../ui/buttons/button';
import { Phrases } from '../../../ui/phrases';
import { LiveDemo } from './live-demo';

/** Top of the landing page: what the product is, with a live demo. */
export function Hero() {
  const { t } = useTranslation('landing');
  return (
    <section className="ink-wash px-4 pt-14 pb-20 md:px-8 md:pt-24 md:pb-28">
      <div className="mx-auto max-w-[1120px]">
        <div className="flex flex-col items-center text-center">
          <p className="text-accent-text text-base leading-6 tracking-[0.08em] lang-en:tracking-normal">
            {t('hero.eyebrow')}
          </p>
          <h1 className="mt-5 font-semibold font-serif text-[clamp(40px,7.6vw,76px)] text-ink leading-[1.22] tracking-[0.04em] lang-en:text-[clamp(38px,6.4vw,68px)] lang-en:leading-[1.12] lang-en:tracking-[-0.015em]">
            {t('hero.title')
              .split('\n')
              .map((line) => (
                <span key={line} className="block">
                  <span>{line.replace(/，$/, '')}</span>
                  {/* A comma that ends a line hangs, so that the lines stand under each other. */}
                  {line.endsWith('，') && <span className="inline-block w-0">，</span>}
                </span>
              ))}
          </h1>
          <p className="mt-6 max-w-[34em] whitespace-pre-line text-balance text-ink-soft text-lg leading-8">
            <Phrases text={t('hero.lead')} />
          </p>
          <div className="mt-9 flex flex-wrap justify-center gap-3">
            <Link
              to={paths.editor}
              className={classNames(
                buttonStyle({ variant: 'primary', size: 'lg' }),
                'h-12 gap-2 px-6 text-lg',
              )}
            >
              <span>{t('hero.start')}</span>
              <ArrowRight size={18} strokeWidth={1.75} aria-hidden />
            </Link>
            <Link
              to={sectionPath('features')}
              className={classNames(
                buttonStyle({ variant: 'secondary', size: 'lg' }),
                'h-12 px-6 text-lg',
              )}
            >
              {t('hero.more')}
            </Link>
          </div>
          <p className="mt-5 text-ink-faint text-sm">{t('hero.note')}</p>
        </div>
        <div className="mt-14 md:mt-20">
          <LiveDemo />
        </div>
      </div>
    </section>
  );
}
