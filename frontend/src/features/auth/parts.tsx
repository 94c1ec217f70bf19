import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { IdentityType } from '../../api/types';
import { classNames } from '../../lib/class-names';
import { Phrases } from '../../ui/phrases';

/** Heading of an account screen. */
export function Heading({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <div className="mb-7">
      <h1 className="font-semibold font-serif text-[30px] text-ink leading-[1.3]">{title}</h1>
      <p className="mt-2 text-balance text-base text-ink-soft leading-6">
        {typeof lead === 'string' ? <Phrases text={lead} /> : lead}
      </p>
    </div>
  );
}

const failureStyle = 'rounded-md bg-danger-soft px-3 py-2.5 text-danger text-sm';

/** Why a form cannot be filled in at all. */
export function FormError({ text }: { text: string }) {
  return (
    <p role="alert" className={failureStyle}>
      {text}
    </p>
  );
}

/** Why a form was refused as a whole. Each time is one of its own, so that the same words are read out again. */
export interface Failure {
  text: string;
}

/** The error of a form that was sent: it is in view and has the focus, also where a phone shows less than the form. */
export function FormFailure({ failure }: { failure: Failure | null }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (failure === null) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (failure === null) return null;
  return (
    <p
      ref={place}
      role="alert"
      tabIndex={-1}
      className={classNames(failureStyle, 'scroll-my-20 outline-offset-2')}
    >
      {failure.text}
    </p>
  );
}

interface IdentityTabsProps {
  methods: readonly IdentityType[];
  value: IdentityType;
  onChange: (value: IdentityType) => void;
  children: ReactNode;
}

/** E-mail or phone; one method alone needs no tabs. */
export function IdentityTabs({ methods, value, onChange, children }: IdentityTabsProps) {
  const { t } = useTranslation('auth');
  if (methods.length < 2) return children;
  return (
    <Tabs.Root value={value} onValueChange={(next) => onChange(next as IdentityType)}>
      <Tabs.List
        aria-label={t('method.label')}
        activateOnFocus
        className="relative mb-6 flex gap-6 border-line border-b"
      >
        {methods.map((method) => (
          <Tabs.Tab
            key={method}
            value={method}
            className="h-10 text-base text-ink-faint hover:text-ink data-active:font-medium data-active:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
          >
            {t(`method.${method}`)}
          </Tabs.Tab>
        ))}
        <Tabs.Indicator className="absolute bottom-[-1px] left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-accent-text transition-[left,width] duration-150" />
      </Tabs.List>
      <Tabs.Panel value={value} keepMounted className="outline-none">
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

interface OtherWayProps {
  question: string;
  to: string;
  label: string;
}

/** A link below a form to a related screen. */
export function OtherWay({ question, to, label }: OtherWayProps) {
  return (
    <p className="text-center text-base text-ink-soft">
      <span>{question}</span>{' '}
      <Link to={to} className="font-medium text-accent-text hover:underline">
        {label}
      </Link>
    </p>
  );
}
