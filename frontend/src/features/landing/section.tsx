import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names';
import { Phrases } from '../../ui/phrases';

interface SectionProps {
  id: string;
  title: string;
  lead?: string;
  className?: string;
  children: ReactNode;
}

/** A section of the landing page with its heading. */
export function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classNames('scroll-mt-14 px-5 py-20 md:px-8 md:py-28', className)}
    >
      <div className="mx-auto max-w-[1120px]">
        <h2
          id={`${id}-title`}
          className="text-balance font-semibold font-serif text-[clamp(26px,4vw,38px)] text-ink leading-[1.3] tracking-[0.02em] lang-en:tracking-normal"
        >
          <Phrases text={title} />
        </h2>
        {lead !== undefined && (
          <p className="mt-4 max-w-[36em] text-pretty text-ink-soft text-lg leading-7">
            <Phrases text={lead} />
          </p>
        )}
        {children}
      </div>
    </section>
  );
}
