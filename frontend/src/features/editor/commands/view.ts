import {
  ArrowLeftRight,
  ArrowUpDown,
  Bot,
  CircleHelp,
  Command as CommandIcon,
  FileCode2,
  Keyboard,
  Languages,
  ListTree,
  Monitor,
  MonitorSmartphone,
  Moon,
  MoonStar,
  Palette,
  PanelLeft,
  RotateCcw,
  Sun,
  TabletSmartphone,
} from 'lucide-react';
import { PANELS_OVER_MAX_PX } from '../../../config/constants';
import { localeOf } from '../../../i18n';
import type { RightPanel } from '../../../storage/settings';
import { chooseLanguage } from './choose-language';
import { type Command, type CommandHandler, dialog } from './command';

/** What the screen shows. */
export const viewCommands: readonly Command[] = [
  {
    id: 'documents',
    icon: PanelLeft,
    alias: 'documents sidebar wendang liebiao show hide articles wenzhang',
    run: ({ workbench }) => {
      const { settings, isPostDrawerOpen } = workbench.store.get();
      if (matchMedia(`(max-width: ${PANELS_OVER_MAX_PX}px)`).matches)
        workbench.store.set({ isPostDrawerOpen: !isPostDrawerOpen });
      else workbench.changeSettings({ is_open_post_slider: !settings.is_open_post_slider });
    },
  },
  {
    id: 'width',
    icon: MonitorSmartphone,
    alias: 'preview width phone full yulan kuandu switch',
    run: ({ workbench }) => {
      const isPhone = workbench.settings.previewWidth === 'mobile';
      workbench.changeSettings({ previewWidth: isPhone ? 'full' : 'mobile' });
    },
  },
  {
    id: 'phoneFrame',
    icon: TabletSmartphone,
    alias: 'phone frame shouji waikuang',
    run: ({ workbench }) => {
      const { isPhoneFrame, previewWidth } = workbench.settings;
      const isShown = isPhoneFrame && previewWidth === 'mobile';
      workbench.changeSettings({ isPhoneFrame: !isShown, previewWidth: 'mobile' });
    },
  },
  {
    id: 'scrollSync',
    icon: ArrowUpDown,
    alias: 'scroll sync together tongbu gundong scrolling',
    run: ({ workbench }) =>
      workbench.changeSettings({ isScrollSync: !workbench.settings.isScrollSync }),
  },
  {
    id: 'darkReader',
    icon: Moon,
    alias: 'wechat dark mode shense show',
    run: ({ workbench: { store } }) =>
      store.set({ isDarkReader: !store.get().isDarkReader, mobilePane: 'preview' }),
  },
  {
    id: 'lookSystem',
    icon: Monitor,
    alias: 'appearance theme system waiguan gensui xitong match',
    run: ({ appearance }) => appearance.choose('system'),
  },
  {
    id: 'lookLight',
    icon: Sun,
    alias: 'appearance theme light waiguan qianse',
    run: ({ appearance }) => appearance.choose('light'),
  },
  {
    id: 'lookDark',
    icon: MoonStar,
    alias: 'appearance theme dark waiguan shense',
    run: ({ appearance }) => appearance.choose('dark'),
  },
  {
    id: 'language',
    icon: Languages,
    alias: 'language english chinese yuyan zhongwen switch 简体中文',
    run: ({ i18n, workbench }) =>
      chooseLanguage(i18n, workbench, localeOf(i18n) === 'en' ? 'zh-CN' : 'en'),
  },
  {
    id: 'palette',
    icon: CommandIcon,
    keys: 'f1',
    alias: 'command palette mingling',
    run: dialog('palette'),
  },
  {
    id: 'help',
    icon: CircleHelp,
    alias: 'help syntax markdown guide bangzhu yufa',
    run: dialog('help'),
  },
  {
    id: 'shortcuts',
    icon: Keyboard,
    keys: 'mod+/',
    alias: 'keyboard shortcuts kuaijiejian',
    run: dialog('shortcuts'),
  },
  {
    id: 'style',
    icon: Palette,
    alias: 'style theme yangshi zhuti panel',
    run: panel('style'),
  },
  {
    id: 'resetStyle',
    icon: RotateCcw,
    alias: 'reset style default chongzhi yangshi moren styles',
    run: dialog('resetStyle'),
  },
  {
    id: 'css',
    icon: FileCode2,
    alias: 'css stylesheet zidingyi panel',
    run: panel('css'),
  },
  {
    id: 'outline',
    icon: ListTree,
    alias: 'outline headings dagang',
    run: panel('outline'),
  },
  {
    id: 'ai',
    icon: Bot,
    alias: 'ai assistant chat zhushou',
    run: panel('ai'),
  },
  {
    id: 'swap',
    icon: ArrowLeftRight,
    alias: 'swap panes jiaohuan editor preview',
    run: ({ workbench }) =>
      workbench.changeSettings({ isEditOnLeft: !workbench.settings.isEditOnLeft }),
  },
];

/** Opens a panel of the right sidebar, or closes it when it is open. */
function panel(right_panel: RightPanel): CommandHandler {
  return ({ workbench }) => {
    const { settings } = workbench;
    const isShown = settings.is_open_right_slider && settings.right_panel === right_panel;
    workbench.changeSettings({ is_open_right_slider: !isShown, right_panel });
  };
}
