import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadFeatureWords, localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { Dialog } from '../../../ui/dialogs/dialog';
import { toast } from '../../../ui/states/toast';
import { HandbookLink } from './handbook-link';
import { Shortcuts } from './shortcuts';
import { SyntaxHelp } from './syntax-help';
import { WechatHelp } from './wechat-help';

const TABS = ['syntax', 'shortcuts', 'wechat'] as const;

/** What an author may want to know: the syntax with live examples, the shortcuts, and what WeChat does to an article. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('tools');
  const locale = localeOf(i18n);
  const [readyFor, setReadyFor] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    loadFeatureWords(i18n, 'help').then(
      () => isHere && setReadyFor(locale),
      (error: unknown) => isHere && toast.failure(errorText(t, error), { id: 'help' }),
    );
    return () => {
      isHere = false;
    };
  }, [i18n, locale, t]);
  const panel = 'min-h-0 grow outline-none';
  return (
    <Dialog
      isOpen
      form="full"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('command.help')}
    >
      <Tabs.Root defaultValue="syntax" className="flex min-h-0 grow flex-col">
        <div className="flex justify-between border-line border-b px-5">
          <Tabs.List className="flex gap-1">
            {TABS.map((tab) => (
              <Tabs.Tab
                key={tab}
                value={tab}
                className="h-10 border-transparent border-b-2 px-2 text-ink-soft text-sm aria-selected:border-accent-text aria-selected:font-medium aria-selected:text-ink pointer-coarse:h-11"
              >
                {t(`help.${tab}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <HandbookLink />
        </div>
        <Tabs.Panel value="syntax" className={`${panel} flex`}>
          {readyFor === locale && <SyntaxHelp onClose={onClose} />}
        </Tabs.Panel>
        <Tabs.Panel value="shortcuts" className={`${panel} scroll-thin overflow-y-auto px-6 py-5`}>
          <Shortcuts />
        </Tabs.Panel>
        <Tabs.Panel value="wechat" className={`${panel} scroll-thin overflow-y-auto px-6 py-5`}>
          {readyFor === locale && <WechatHelp />}
        </Tabs.Panel>
      </Tabs.Root>
    </Dialog>
  );
}
