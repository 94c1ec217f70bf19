import {
  ArrowUpDown,
  MonitorSmartphone,
  Moon,
  Smartphone,
  SunDim,
  TabletSmartphone,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../ui/appearance';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Segments } from '../../../ui/fields/segments';
import { barOverToasts } from '../../../ui/states/toast-place';
import { useEditor, useWorkbench } from '../editor-context';

/** The buttons above the preview: how wide, how dark, and whether it scrolls with the text. */
export function PreviewToolbar({ isFramed }: { isFramed: boolean }) {
  const { t } = useTranslation(['editor', 'tools']);
  const workbench = useWorkbench();
  const width = useEditor((state) => state.settings.previewWidth);
  const isSheetDimmed = useEditor((state) => state.settings.isSheetDimmed);
  const isScrollSync = useEditor((state) => state.settings.isScrollSync);
  const isDarkReader = useEditor((state) => state.isDarkReader);
  const { isDark } = useAppearance();
  return (
    <div
      ref={barOverToasts}
      className="hidden h-10 shrink-0 items-center justify-between gap-2 border-line border-b bg-surface px-2 md:flex"
    >
      <Segments
        label={t('preview.width')}
        size="compact"
        value={width}
        options={[
          {
            value: 'mobile',
            label: t('preview.phone'),
            icon: <Smartphone size={14} strokeWidth={1.75} aria-hidden />,
          },
          {
            value: 'full',
            label: t('preview.full'),
            icon: <MonitorSmartphone size={14} strokeWidth={1.75} aria-hidden />,
          },
        ]}
        onChange={(previewWidth) => workbench.changeSettings({ previewWidth })}
      />
      <span className="flex gap-1">
        {width === 'mobile' && (
          <IconButton
            icon={TabletSmartphone}
            size="iconSm"
            label={t('tools:phone.frame')}
            aria-pressed={isFramed}
            onClick={() => workbench.changeSettings({ isPhoneFrame: !isFramed })}
          />
        )}
        {isDark && (
          <IconButton
            icon={SunDim}
            size="iconSm"
            label={t('preview.dim')}
            aria-pressed={isSheetDimmed}
            onClick={() => workbench.changeSettings({ isSheetDimmed: !isSheetDimmed })}
          />
        )}
        <IconButton
          icon={Moon}
          size="iconSm"
          label={t('preview.darkReader')}
          aria-pressed={isDarkReader}
          onClick={() => workbench.store.set({ isDarkReader: !isDarkReader })}
        />
        <IconButton
          icon={ArrowUpDown}
          size="iconSm"
          label={t('preview.sync')}
          aria-pressed={isScrollSync}
          onClick={() => workbench.changeSettings({ isScrollSync: !isScrollSync })}
        />
      </span>
    </div>
  );
}
