import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text';
import { debounce } from '../../lib/debounce';
import { KeyedError } from '../../lib/keyed-error';
import { FormField } from './text-field';

/** What is known of the first part of an address. */
interface SlugAnswer {
  state: 'free' | 'taken' | 'reserved' | 'invalid';
  /** The address that a site with it would have. */
  url: string;
  /** Another one that is free. */
  proposal?: string | null;
}

interface SlugFieldProps {
  label: string;
  value: string;
  onChange: (slug: string) => void;
  /** The one that the site has: it need not be looked up. */
  own?: string;
  lookUp: (slug: string, signal: AbortSignal) => Promise<SlugAnswer>;
  /** What the server said when it was asked for this address; the field then has the focus. */
  refusal?: KeyedError | undefined;
}

/** Keeps what the server says of an address that was sent, until another one is written. */
export function useSlugRefusal(slug: string) {
  const [refused, setRefused] = useState<{ slug: string; error: KeyedError } | null>(null);
  return {
    refusal: refused?.slug === slug ? refused.error : undefined,
    /** Answers whether an error is about the address. */
    takesError: (error: unknown): boolean => {
      if (!(error instanceof KeyedError)) return false;
      const isOfSlug = error.key === 'site.slugTaken' || error.fields.slug !== undefined;
      if (isOfSlug) setRefused({ slug, error });
      return isOfSlug;
    },
  };
}

/** How long a writer pauses before an address is looked up, in milliseconds. */
const PAUSE_MS = 250;

/** The first part of an address; whether it can be taken is said while it is typed. */
export function SlugField({ label, value, onChange, own, lookUp, refusal }: SlugFieldProps) {
  const { t } = useTranslation('app');
  const answer = useAnswer(value === own ? '' : value, lookUp);
  const isRefused = answer !== null && answer.state !== 'free';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusal !== undefined) field.current?.focus();
  }, [refusal]);
  const refused = refusal === undefined ? undefined : errorText(t, refusal);
  const note =
    answer?.state === 'free'
      ? t('slug.free', { url: answer.url })
      : value === '' || value === own
        ? t('slug.rule')
        : t('slug.checking');
  return (
    <div aria-live="polite">
      <FormField
        ref={field}
        label={label}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={isRefused ? t(`slug.${answer.state}`) : refused}
        hint={note}
        onChange={({ target }) => onChange(target.value.toLowerCase())}
      />
      {isRefused && answer.proposal && (
        <button
          type="button"
          className="mt-1 text-accent-text text-sm underline pointer-coarse:min-h-11"
          onClick={() => onChange(answer.proposal ?? value)}
        >
          {t('slug.take', { slug: answer.proposal })}
        </button>
      )}
    </div>
  );
}

/** What is known of a slug; nothing while it is looked up, and when nobody answers: the server decides in the end. */
function useAnswer(slug: string, lookUp: SlugFieldProps['lookUp']): SlugAnswer | null {
  const [known, setKnown] = useState<{ slug: string; answer: SlugAnswer } | null>(null);
  useEffect(() => {
    if (slug === '') return;
    const abort = new AbortController();
    const call = debounce(PAUSE_MS, () => {
      lookUp(slug, abort.signal).then(
        (answer) => setKnown({ slug, answer }),
        () => undefined,
      );
    });
    call.schedule();
    return () => {
      call.cancel();
      abort.abort();
    };
  }, [slug, lookUp]);
  return known?.slug === slug ? known.answer : null;
}
