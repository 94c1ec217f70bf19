import { Tabs } from '@base-ui/react/tabs';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SIDE_PANEL_PX } from '../../../config/constants';
import { isComposition } from '../../../lib/browser/composition';
import { classNames } from '../../../lib/class-names';
import { RIGHT_PANELS, type RightPanel } from '../../../storage/settings';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { loadedPanel } from '../../../ui/states/loaded-panel';
import { useEditor, useWorkbench } from '../editor-context';
import { Outline } from './outline';

const AiPanel = loadedPanel(async () => (await import('../ai/ai-panel')).AiPanel);
const StylePanel = loadedPanel(async () => (await import('../style/style-panel')).StylePanel);
const CssPanel = loadedPanel(async () => (await import('../css/css-panel')).CssPanel);

/** Panels that change how the article looks. */
const LOOKS: readonly RightPanel[] = ['style', 'css'];

interface RightSidebarProps {
  /** The source is the left pane, and the preview the right one. */
  isSourceOnLeft: boolean;
  /** Beside the panes, over them where there is no room, or a bottom sheet on a phone. */
  form: 'beside' | 'over' | 'sheet';
}

/** Style, style sheets and outline of the article. Source: specification §2 and §3 (is_open_right_slider). */
export function RightSidebar({ isSourceOnLeft, form }: RightSidebarProps) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const isOpen = useEditor((state) => state.settings.is_open_right_slider);
  const panel = useEditor((state) => state.settings.right_panel);
  const close = () => workbench.changeSettings({ is_open_right_slider: false });
  /** The author is where the sheet was opened, unless something else was chosen meanwhile. */
  const closeSheet = () => {
    close();
    const { mobilePane, paneBeforeSheet } = workbench.store.get();
    if (mobilePane === 'preview' && paneBeforeSheet !== null)
      workbench.store.set({ mobilePane: paneBeforeSheet });
    workbench.store.set({ paneBeforeSheet: null });
  };
  if (form === 'sheet') {
    return (
      <Dialog
        form="sheet"
        hasInput={false}
        isOpen={isOpen}
        onOpenChange={closeSheet}
        title={t(`sidebar.${panel}`)}
        isTitleHidden
        isClear
      >
        <Panels panel={panel} />
      </Dialog>
    );
  }
  if (!isOpen) return null;
  return (
    <Aside
      // The look is judged by the preview: over the panes, its panels lie on the source.
      isOnRight={isSourceOnLeft !== (form === 'over' && LOOKS.includes(panel))}
      isOver={form === 'over'}
      onClose={close}
    >
      <Panels panel={panel} />
      <IconButton
        icon={X}
        size="iconSm"
        className="absolute top-1.5 right-2"
        label={t('sidebar.close')}
        onClick={close}
      />
    </Aside>
  );
}

interface AsideProps {
  isOnRight: boolean;
  isOver: boolean;
  onClose: () => void;
  children: ReactNode;
}

function Aside({ isOnRight, isOver, onClose, children }: AsideProps) {
  const { t } = useTranslation('tools');
  const aside = useRef<HTMLElement>(null);
  useLeaving(aside, isOver, onClose);
  return (
    <aside
      ref={aside}
      aria-label={t('sidebar.label')}
      style={{ width: SIDE_PANEL_PX }}
      className={classNames(
        'flex max-w-full shrink-0 flex-col border-line bg-surface',
        isOver ? 'absolute inset-y-0 z-20 shadow-popup' : 'relative',
        // The shadow falls on the panes alone.
        isOver &&
          (isOnRight
            ? 'right-0 [clip-path:inset(0_0_0_-48px)]'
            : 'left-0 [clip-path:inset(0_-48px_0_0)]'),
        isOnRight ? 'border-l' : 'border-r',
      )}
    >
      {children}
    </aside>
  );
}

/** A panel that lies over the panes closes by Escape and by a click into them; then the focus is where it was. */
function useLeaving(
  aside: RefObject<HTMLElement | null>,
  isOver: boolean,
  onClose: () => void,
): void {
  const workbench = useWorkbench();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!isOver) return;
    const before = document.activeElement;
    const isInside = (node: unknown) => node instanceof Node && aside.current?.contains(node);
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposition(event)) return;
      const here = document.activeElement;
      // The text has uses of its own for the key, and so has what opens over the panel.
      if (!isInside(here) && here !== document.body && here !== before) return;
      if (before instanceof HTMLElement && before.isConnected && before !== document.body)
        before.focus();
      else workbench.source?.focus();
      close.current();
    };
    const handlePointer = ({ target }: PointerEvent) => {
      const isPane = target instanceof Element && target.closest('main') !== null;
      if (isPane && !isInside(target)) close.current();
    };
    // A click into the preview only shows as a focus that leaves the page.
    const handleBlur = () => {
      if (document.activeElement instanceof HTMLIFrameElement) close.current();
    };
    document.addEventListener('keydown', handleKey);
    document.addEventListener('pointerdown', handlePointer);
    window.addEventListener('blur', handleBlur);
    return () => {
      document.removeEventListener('keydown', handleKey);
      document.removeEventListener('pointerdown', handlePointer);
      window.removeEventListener('blur', handleBlur);
    };
  }, [aside, isOver, workbench]);
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
            className="relative whitespace-nowrap px-2 pointer-coarse:min-w-11 text-ink-faint text-sm hover:text-ink aria-selected:font-medium aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-2 aria-selected:after:bottom-[-1px] aria-selected:after:h-0.5 aria-selected:after:bg-accent-text focus-visible:outline-offset-[-4px]"
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
      <Tabs.Panel value="css" className="flex min-h-0 grow flex-col outline-none max-md:h-[52dvh]">
        <CssPanel />
      </Tabs.Panel>
      <Tabs.Panel
        value="outline"
        className="scroll-thin min-h-0 grow overflow-y-auto px-2 py-3 outline-none"
      >
        <Outline />
      </Tabs.Panel>
      <Tabs.Panel value="ai" className="flex min-h-0 grow flex-col outline-none max-md:h-[52dvh]">
        <AiPanel />
      </Tabs.Panel>
    </Tabs.Root>
  );
}
