import { useTranslation } from 'react-i18next';
import { chordText, isMacPlatform } from '../../../lib/browser/key-chord';
import { commandOf } from '../commands/commands';

/** What WeChat's editor does to an article, and what becomes of it here. */
const FACTS = [
  'style',
  'links',
  'images',
  'lists',
  'formulas',
  'diagrams',
  'code',
  'fold',
  'dark',
  'size',
] as const;

export function WechatHelp() {
  const { t } = useTranslation('help');
  const keys = chordText(commandOf('wechat').keys ?? '', isMacPlatform());
  return (
    <div className="mx-auto max-w-[680px]">
      <p className="mb-4 text-ink-soft leading-7">{t('wechat.intro')}</p>
      <dl className="flex flex-col gap-4">
        {FACTS.map((fact) => (
          <div key={fact} className="border-line border-b pb-4">
            <dt className="mb-1 font-medium text-ink">{t(`wechat.${fact}.name`)}</dt>
            <dd className="text-ink-soft text-sm leading-6">{t(`wechat.${fact}.text`)}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 mb-2 font-medium text-ink">{t('wechat.stepsTitle')}</h3>
      <ol className="list-decimal pl-5 text-ink-soft text-sm leading-7">
        {(['write', 'check', 'copy', 'paste'] as const).map((step) => (
          <li key={step}>{t(`wechat.steps.${step}`, { keys })}</li>
        ))}
      </ol>
    </div>
  );
}
