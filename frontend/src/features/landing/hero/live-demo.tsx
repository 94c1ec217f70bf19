import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { THEMES } from '../../../config/constants';
import type { StyleOptions } from '../../../engine/types';
import { localeOf } from '../../../i18n';
import { classNames } from '../../../lib/class-names';
import { Segments } from '../../../ui/fields/segments';
import { SAMPLE_STYLE, SAMPLES } from './sample';
import { sampleHtml } from './shadow-article';
import { FINISHED, useLiveArticle } from './use-live-article';

/** Four of the eleven colors of the editor. */
const COLORS = [
  { name: 'blue', value: '#0F4C81' },
  { name: 'green', value: '#009874' },
  { name: 'purple', value: '#92617E' },
  { name: 'black', value: '#333333' },
] as const;

/** A live demo of the engine: an editable text and its article. */
export function LiveDemo() {
  const { t, i18n } = useTranslation('landing');
  const locale = localeOf(i18n);
  const host = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(SAMPLES[locale]);
  const [style, setStyle] = useState<StyleOptions>(SAMPLE_STYLE);
  const [sampleLocale, setSampleLocale] = useState(locale);
  if (sampleLocale !== locale) {
    setSampleLocale(locale);
    setText(SAMPLES[locale]);
  }
  const { css, blocks } = FINISHED[locale];
  const sample = useMemo(() => sampleHtml(locale, css, blocks), [locale, css, blocks]);
  const live = useLiveArticle(host, text, style, locale);
  const isWaiting = live.status !== 'ready';
  const time =
    live.timeMs === null
      ? null
      : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(
          Math.max(0.1, live.timeMs),
        );
  const state =
    live.status === 'ready'
      ? time === null
        ? t('demo.ready')
        : t('demo.time', { time })
      : t(`demo.${live.status}`);
  return (
    <section
      aria-label={t('demo.label')}
      className="overflow-hidden rounded-2xl border border-line bg-surface shadow-[0_32px_64px_-32px_hsl(var(--shadow-color)/.35)]"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b px-4 py-2.5 md:px-6">
        <div className="w-56 max-sm:w-full">
          <Segments
            label={t('demo.theme')}
            value={style.theme}
            options={THEMES.map((value) => ({ value, label: t(`demo.${value}`) }))}
            onChange={(theme) => setStyle({ ...style, theme })}
          />
        </div>
        <ColorDots color={style.color} onChange={(color) => setStyle({ ...style, color })} />
      </div>
      <div className="grid md:grid-cols-[1fr_423px]">
        <label className="flex min-w-0 flex-col max-md:order-2 max-md:border-line max-md:border-t">
          <span className="flex items-baseline justify-between gap-4 px-4 pt-4 text-ink-faint text-xs md:px-6">
            <span className="font-medium text-ink-soft">{t('demo.source')}</span>
            <span>{t('demo.edit')}</span>
          </span>
          <textarea
            // What is typed before the program is there is found by its name.
            name="demo"
            value={text}
            readOnly={live.status === 'failed'}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className="ruled scroll-thin mt-2 h-[308px] w-full grow resize-none bg-transparent px-4 pb-6 font-mono text-[13px] text-ink leading-[28px] outline-offset-[-2px] max-md:text-[16px] md:h-[560px] md:px-6"
          />
        </label>
        <div className="bg-canvas px-6 py-6 max-md:px-4 md:border-line md:border-l">
          <section
            aria-label={t('demo.result')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
            tabIndex={0}
            className="scroll-thin relative mx-auto h-[480px] max-w-[375px] overflow-y-auto rounded-xl bg-white shadow-paper md:h-[580px]"
          >
            <div
              ref={host}
              // The program takes the shadow tree over as it is; where it is drawn by the program, this is not shown.
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the sample is a part of this program.
              dangerouslySetInnerHTML={{ __html: sample }}
            />
          </section>
        </div>
      </div>
      <p
        aria-live="polite"
        className="flex min-h-10 items-center gap-2 border-line border-t px-4 py-2 text-ink-faint text-xs max-sm:min-h-12 md:px-6"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'size-1.5 shrink-0 rounded-full',
            live.status === 'failed' ? 'bg-caution' : isWaiting ? 'bg-line-strong' : 'bg-success',
          )}
        />
        <span className="tabular-nums">{state}</span>
      </p>
    </section>
  );
}

function ColorDots({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  const { t } = useTranslation('landing');
  // The rendered page has the screen once in each language.
  const group = useId();
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{t('demo.color')}</legend>
      {COLORS.map(({ name, value }) => (
        <label key={name} className="relative grid size-8 cursor-pointer place-items-center">
          <input
            type="radio"
            name={group}
            value={value}
            checked={color === value}
            onChange={() => onChange(value)}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-full"
            aria-label={t(`demo.colorName.${name}`)}
          />
          <span
            style={{ backgroundColor: value }}
            className="forced-color-adjust-none size-5 rounded-full outline-line-strong peer-checked:outline-2 peer-checked:outline-accent-text peer-checked:outline-offset-2 dark:outline forced-colors:outline"
          />
        </label>
      ))}
    </fieldset>
  );
}
