import { ChevronLeft, Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { localDay } from '../../../lib/time/dates';
import { useEditor, useWorkbench } from '../editor-context';

/** The top of an article on a reader's phone: WeChat's bar, the title, the account and the date; `isDark`: in its dark mode. */
export function PhoneBar({ isDark = false }: { isDark?: boolean }) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const card = useEditor((state) => state.settings.profile_card);
  // The title follows what the engine has read of the text.
  const info = useEditor((state) => state.info);
  return (
    <div
      className={`shrink-0 ${isDark ? 'bg-[#191919] text-[#d3d3d3]' : 'bg-white text-[#1a2027]'}`}
      data-testid={isDark ? 'dark-phone-bar' : 'phone-bar'}
    >
      <div
        className={`flex h-11 items-center justify-between px-3 ${isDark ? 'bg-[#111111]' : 'bg-[#ededed]'}`}
      >
        <ChevronLeft size={20} strokeWidth={1.75} aria-hidden />
        <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
      </div>
      <div className="px-5 pt-4">
        <p className="line-clamp-2 font-semibold text-[22px] leading-[1.4]">
          {workbench.title || t('phone.untitled')}
        </p>
        <p className="mt-2 flex gap-2 text-[15px]">
          <span className={isDark ? 'text-[#7d90a9]' : 'text-[#576b95]'}>
            {card?.nickname || t('phone.account')}
          </span>
          <span className={isDark ? 'text-[#8a8a8a]' : 'text-[#6b6b6b]'}>
            {info?.frontMatter.date || localDay(new Date())}
          </span>
        </p>
      </div>
    </div>
  );
}
