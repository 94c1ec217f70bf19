import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { THEMES } from '../../../config/constants';
import { SIZES_PX } from '../../../config/limits';
import { errorText } from '../../../i18n/error-text';
import { loadPart } from '../../../lib/browser/load-part';
import { DIAGRAM_FORMS, FONTS, LEGENDS } from '../../../storage/settings';
import { Button } from '../../../ui/buttons/button';
import { ColorPicker } from '../../../ui/fields/color-picker';
import { SearchSelect } from '../../../ui/fields/search-select';
import { Segments } from '../../../ui/fields/segments';
import { Select } from '../../../ui/fields/select';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { useEditor, useWorkbench } from '../editor-context';
import { Field, Group } from './field';
import { HeadingFields, SpacingFields } from './spacing-fields';

const FONT_STACKS = {
  'sans-serif': 'var(--font-sans)',
  serif: 'var(--font-serif)',
  monospace: 'var(--font-mono)',
} as const;

/** Everything about the look of the article. */
export function StylePanel() {
  const { t } = useTranslation('editor');
  return (
    <div className="flex flex-col gap-6">
      <TextGroup />
      <Group title={t('style.group.spacing')}>
        <SpacingFields />
      </Group>
      <Group title={t('style.group.headings')}>
        <HeadingFields />
      </Group>
      <CodeGroup />
      <ExtrasGroup />
      <ResetButton />
    </div>
  );
}

function useSettings() {
  const workbench = useWorkbench();
  const settings = useEditor((state) => state.settings);
  return [settings, workbench.changeSettings.bind(workbench)] as const;
}

function TextGroup() {
  const { t } = useTranslation('editor');
  const [settings, change] = useSettings();
  return (
    <Group title={t('style.group.text')}>
      <Field label={t('style.theme.label')}>
        <Segments
          label={t('style.theme.label')}
          value={settings.theme}
          options={THEMES.map((value) => ({ value, label: t(`style.theme.${value}`) }))}
          onChange={(theme) => change({ theme })}
        />
      </Field>
      <Field label={t('style.font.label')}>
        <Segments
          label={t('style.font.label')}
          value={settings.fonts}
          options={FONTS.map((value) => ({
            value,
            label: t(`style.font.${value}`),
            style: { fontFamily: FONT_STACKS[value] },
          }))}
          onChange={(fonts) => change({ fonts })}
        />
      </Field>
      <Field label={t('style.size.label')}>
        <Segments
          label={t('style.size.label')}
          value={settings.size}
          options={SIZES_PX.map((value) => ({ value, label: String(value) }))}
          onChange={(size) => change({ size })}
        />
      </Field>
      <Field label={t('style.color.label')}>
        <ColorPicker value={settings.color} onChange={(color) => change({ color })} />
      </Field>
      <div>
        <SwitchRow
          label={t('style.indent')}
          isOn={settings.use_indent}
          onChange={(use_indent) => change({ use_indent })}
        />
        <SwitchRow
          label={t('style.justify')}
          isOn={settings.use_justify}
          onChange={(use_justify) => change({ use_justify })}
        />
      </div>
    </Group>
  );
}

function CodeGroup() {
  const { t } = useTranslation('editor');
  const [settings, change] = useSettings();
  const themes = useCodeThemes();
  return (
    <Group title={t('style.group.code')}>
      <Field label={t('style.codeTheme.label')}>
        <SearchSelect
          label={t('style.codeTheme.label')}
          value={settings.codeBlockTheme}
          options={themes.names}
          searchLabel={t('style.codeTheme.search')}
          emptyText={
            themes.error === null ? t('style.codeTheme.empty') : errorText(t, themes.error)
          }
          onChange={(codeBlockTheme) => change({ codeBlockTheme })}
        />
      </Field>
      <div>
        <SwitchRow
          label={t('style.macBar')}
          isOn={settings.isMacCodeBlock}
          onChange={(isMacCodeBlock) => change({ isMacCodeBlock })}
        />
        <SwitchRow
          label={t('style.lineNumbers')}
          isOn={settings.isLineNumber}
          onChange={(isLineNumber) => change({ isLineNumber })}
        />
      </div>
    </Group>
  );
}

function ExtrasGroup() {
  const { t } = useTranslation('editor');
  const [settings, change] = useSettings();
  return (
    <Group title={t('style.group.extras')}>
      <Field label={t('style.legend.label')}>
        <Select
          label={t('style.legend.label')}
          value={settings.legend}
          options={LEGENDS.map((value) => ({ value, label: t(`style.legend.${value}`) }))}
          onChange={(legend) => change({ legend })}
        />
      </Field>
      <Field label={t('style.diagram.label')}>
        <Segments
          label={t('style.diagram.label')}
          value={settings.diagramForm}
          options={DIAGRAM_FORMS.map((value) => ({ value, label: t(`style.diagram.${value}`) }))}
          onChange={(diagramForm) => change({ diagramForm })}
        />
      </Field>
      <div>
        <SwitchRow
          label={t('style.citation')}
          isOn={settings.isCiteStatus}
          onChange={(isCiteStatus) => change({ isCiteStatus })}
        />
        <SwitchRow
          label={t('style.wordCount')}
          isOn={settings.isCountStatus}
          onChange={(isCountStatus) => change({ isCountStatus })}
        />
      </div>
    </Group>
  );
}

function ResetButton() {
  const { t } = useTranslation('editor');
  const { store } = useWorkbench();
  return (
    <Button
      variant="secondary"
      className="w-full"
      onClick={() => store.set({ dialog: 'resetStyle' })}
    >
      <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
      <span>{t('style.reset.action')}</span>
    </Button>
  );
}

const NO_THEMES = { names: [], error: null };

function useCodeThemes(): { names: readonly string[]; error: unknown } {
  const [themes, setThemes] = useState<{ names: readonly string[]; error: unknown }>(NO_THEMES);
  useEffect(() => {
    let isHere = true;
    loadPart(() => import('../../../engine/code-themes')).then(
      ({ codeThemes }) => isHere && setThemes({ names: codeThemes, error: null }),
      // The current theme stays in use.
      (error: unknown) => isHere && setThemes({ names: [], error }),
    );
    return () => {
      isHere = false;
    };
  }, []);
  return themes;
}
