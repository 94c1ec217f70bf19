import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, sections } from '../../config/paths';
import { errorText } from '../../i18n/error-text';
import { writeClipboard } from '../../lib/browser/clipboard';
import { Button } from '../../ui/buttons/button';
import { Phrases } from '../../ui/phrases';
import { toast } from '../../ui/states/toast';
import { Section } from './section';

/** Call to action at the end of the page. */
export function CallToAction() {
  const { t } = useTranslation('landing');
  return (
    <section
      aria-labelledby="cta-title"
      className="bg-[#0b2f50] px-5 py-20 text-center text-white md:py-28"
    >
      <h2
        id="cta-title"
        className="text-balance font-semibold font-serif text-[clamp(26px,4.4vw,42px)] leading-[1.3] tracking-[0.02em] lang-en:tracking-normal"
      >
        <Phrases text={t('cta.title')} />
      </h2>
      <p className="mx-auto mt-4 max-w-[32em] text-balance text-[#c9d9e8] text-lg leading-7">
        <Phrases text={t('cta.text')} />
      </p>
      <div className="mt-9 flex flex-wrap justify-center gap-3">
        <Link
          to={paths.editor}
          className="inline-flex h-12 items-center rounded-md bg-white px-6 font-medium text-[#0b2f50] text-lg hover:bg-[#e7eef5] focus-visible:outline-white"
        >
          {t('cta.start')}
        </Link>
        <Link
          to={paths.register}
          className="inline-flex h-12 items-center rounded-md border border-white/50 px-6 font-medium text-lg text-white hover:bg-white/10 focus-visible:outline-white"
        >
          {t('cta.register')}
        </Link>
      </div>
    </section>
  );
}

/** The messaging ID for support; `none` when none is set, `lost` when the server did not answer. */
export type ContactState = { id: string } | 'none' | 'lost' | 'waiting';

/** How to contact the operator. */
export function Contact({ contact }: { contact: ContactState }) {
  const { t } = useTranslation('landing');
  const handleCopy = (text: string) => {
    writeClipboard('plain', Promise.resolve({ text })).then(
      () => toast.success(t('contact.copied')),
      (error: unknown) => toast.failure(errorText(t, error)),
    );
  };
  return (
    <Section
      id={sections.contact}
      title={t('contact.title')}
      {...(contact === 'none' ? {} : { lead: t('contact.text') })}
      className="bg-canvas"
    >
      <div className="mt-8 flex min-h-24 flex-wrap items-center gap-x-8 gap-y-4 rounded-2xl border border-line bg-surface p-6 md:w-fit md:min-w-[480px] md:px-8">
        {typeof contact === 'object' ? (
          <>
            <p>
              <span className="block text-ink-faint text-sm">{t('contact.id')}</span>
              <span className="mt-1 block select-all font-medium text-ink text-xl">
                {contact.id}
              </span>
            </p>
            <Button
              variant="secondary"
              size="lg"
              className="md:ml-auto"
              onClick={() => handleCopy(contact.id)}
            >
              <Copy size={16} strokeWidth={1.75} aria-hidden />
              <span>{t('contact.copy')}</span>
            </Button>
          </>
        ) : (
          <p className="text-base text-ink-soft">{t(`contact.${contact}`)}</p>
        )}
      </div>
      {typeof contact === 'object' && (
        <p className="mt-4 text-base text-ink-faint">{t('contact.promise')}</p>
      )}
    </Section>
  );
}
