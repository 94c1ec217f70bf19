import { Tabs } from '@base-ui/react/tabs';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import { RIGHT_PANELS, type RightPanel } from '../../../storage/settings';
import { Dialog } from '../../../ui/dialog';
import { IconButton } from '../../../ui/icon-button';
import { LoadState } from '../../../ui/load-state';
import { loaded } from '../../../ui/loaded';
import { useEditor, useWorkbench } from '../editor-context';
import { Outline } from './outline';

const AiPanel = loaded(async () => (await import('../ai/ai-panel')).AiPanel, NotLoaded);
const StylePanel = loaded(async () => (await import('../style/style-panel')).StylePanel, NotLoaded);
const CssPanel = loaded(async () => (await import('../css/css-panel')).CssPanel, NotLoaded);

interface RightSidebarProps {
  /** The side of the window. */
  isOnRight: boolean;
  /** A narrow window: it opens as a bottom sheet. */
  isSheet: boolean;
}

/** Style, style sheets and outline of the article. Source: specification §2 and §3 (is_open_right_slider). */
export function RightSidebar({ isOnRight, isSheet }: RightSidebarProps) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const isOpen = useEditor((state) => state.settings.is_open_right_slider);
  const panel = useEditor((state) => state.settings.right_panel);
  const close = () => workbench.changeSettings({ is_open_right_slider: false });
  if (isSheet) {
    return (
      <Dialog
        form="sheet"
        isOpen={isOpen}
        onOpenChange={close}
        title={t(`sidebar.${panel}`)}
        isTitleHidden
      >
        <Panels panel={panel} />
      </Dialog>
    );
  }
  if (!isOpen) return null;
  return (
    <aside
      aria-label={t('sidebar.label')}
      className={classNames(
        'relative flex shrink-0 flex-col bg-surface',
        panel === 'css' || panel === 'ai' ? 'w-96' : 'w-72',
        isOnRight ? 'border-line border-l' : 'border-line border-r',
      )}
    >
      <Panels panel={panel} />
      <IconButton
        icon={X}
        size="iconSm"
        className="absolute top-1.5 right-2"
        label={t('sidebar.close')}
        onClick={close}
      />
    </aside>
  );
}

function Panels({ panel }: { panel: RightPanel }) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  return (
    <Tabs.Root
      value={panel}
      onValueChange={(right_panel: RightPanel) => workbench.changeSettings({ right_panel })}
      className="flex min-h-0 grow flex-col"
    >
      <Tabs.List className="flex h-10 shrink-0 items-stretch border-line border-b pr-10 pl-3 max-md:h-12">
        {RIGHT_PANELS.map((value) => (
          <Tabs.Tab
            key={value}
            value={value}
            className="relative whitespace-nowrap px-2 text-ink-faint text-sm hover:text-ink aria-selected:font-medium aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-2 aria-selected:after:bottom-[-1px] aria-selected:after:h-0.5 aria-selected:after:bg-accent-text focus-visible:outline-offset-[-4px]"
          >
            {t(`sidebar.${value}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel
        value="style"
        className="scroll-thin min-h-0 grow overflow-y-auto px-5 py-5 outline-none"
      >
        <StylePanel />
      </Tabs.Panel>
      <Tabs.Panel value="css" className="flex min-h-0 grow flex-col outline-none max-md:h-[64dvh]">
        <CssPanel />
      </Tabs.Panel>
      <Tabs.Panel
        value="outline"
        className="scroll-thin min-h-0 grow overflow-y-auto px-2 py-3 outline-none"
      >
        <Outline />
      </Tabs.Panel>
      <Tabs.Panel value="ai" className="flex min-h-0 grow flex-col outline-none max-md:h-[64dvh]">
        <AiPanel />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** A panel whose code did not arrive, with a button to try again. */
function NotLoaded({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="p-4">
      <LoadState error={error} onRetry={retry} />
    </div>
  );
}
