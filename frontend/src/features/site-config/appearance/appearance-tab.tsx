import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColorScheme } from '../../../api/site-settings';
import { THEMES } from '../../../config/constants';
import { SIZES_PX } from '../../../config/limits';
import { errorText } from '../../../i18n/error-text';
import { loadPart } from '../../../lib/browser/load-part';
import { ColorPicker } from '../../../ui/fields/color-picker';
import { Panel } from '../../../ui/panel';
import { useField } from '../draft/use-draft';
import { BoundArea, BoundChoice, BoundSwitch, BoundText } from '../fields/bound-fields';
import { LinkFields } from '../fields/link-fields';
import { SearchSelectField } from '../fields/search-select-field';
import { SitePreview } from '../preview/site-preview';
import { SettingsTab } from '../site/settings-tab';

const FONTS = ['sans-serif', 'serif', 'monospace'] as const;
const SCHEMES: readonly ColorScheme[] = ['system', 'light', 'dark'];

/** How the pages of a site look: the engine's themes, colors and fonts. */
export function AppearanceTab() {
  const { t } = useTranslation(['siteConfig', 'editor']);
  return (
    <SettingsTab
      tab="appearance"
      title={t('nav.appearance')}
      lead={t('appearance.lead')}
      preview={<SitePreview tab="appearance" page={{ kind: 'document' }} />}
    >
      <Panel title={t('appearance.text')}>
        <div className="grid gap-4">
          <BoundChoice
            path="theme"
            label={t('fields.appearance.theme')}
            options={THEMES.map((value) => ({ value, label: t(`editor:style.theme.${value}`) }))}
          />
          <ColorField />
          <BoundChoice
            path="font"
            label={t('fields.appearance.font')}
            options={FONTS.map((value) => ({ value, label: t(`appearance.fonts.${value}`) }))}
          />
          <BoundChoice
            path="sizePx"
            label={t('fields.appearance.sizePx')}
            options={SIZES_PX.map((value) => ({ value, label: `${value}` }))}
          />
          <BoundSwitch path="isIndented" label={t('fields.appearance.isIndented')} />
        </div>
      </Panel>
      <Panel title={t('appearance.scheme')} lead={t('appearance.schemeLead')}>
        <BoundChoice<ColorScheme>
          path="colorScheme"
          label={t('fields.appearance.colorScheme')}
          options={SCHEMES.map((value) => ({ value, label: t(`appearance.schemes.${value}`) }))}
        />
      </Panel>
      <Panel title={t('appearance.code')}>
        <div className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <CodeThemeField path="codeTheme" label={t('fields.appearance.codeTheme')} />
            <CodeThemeField path="codeThemeDark" label={t('fields.appearance.codeThemeDark')} />
          </div>
          <div>
            <BoundSwitch path="isMacCodeBlock" label={t('fields.appearance.isMacCodeBlock')} />
            <BoundSwitch path="hasLineNumbers" label={t('fields.appearance.hasLineNumbers')} />
          </div>
        </div>
      </Panel>
      <Panel title={t('fields.appearance.notFound')} lead={t('appearance.notFoundLead')}>
        <div className="grid gap-4">
          <BoundText path="notFound.title" label={t('appearance.notFoundTitle')} />
          <BoundArea path="notFound.text" label={t('appearance.notFoundText')} />
          <LinkFields path="notFound.button" label={t('appearance.notFoundButton')} />
        </div>
      </Panel>
    </SettingsTab>
  );
}

function ColorField() {
  const { t } = useTranslation('siteConfig');
  const { value, onChange, error, props } = useField<string>('color');
  return (
    <div {...props} className="flex flex-col gap-1.5">
      <span className="text-ink-soft text-xs" aria-hidden>
        {t('fields.appearance.color')}
      </span>
      <ColorPicker value={value} onChange={(color) => onChange(color.toLowerCase())} />
      {error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}

function CodeThemeField({ path, label }: { path: string; label: string }) {
  const { t } = useTranslation('siteConfig');
  const themes = useCodeThemes();
  return (
    <SearchSelectField
      path={path}
      label={label}
      options={themes.names}
      searchLabel={t('appearance.searchTheme')}
      emptyText={themes.error === null ? t('appearance.noTheme') : errorText(t, themes.error)}
    />
  );
}

const NO_THEMES = { names: [], error: null };

/** The names come with the style sheets, so they are fetched when they are needed. */
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
