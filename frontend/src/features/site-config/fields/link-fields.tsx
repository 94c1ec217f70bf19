import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { parseUrl } from '../../../lib/addresses/parse-url';
import { classNames } from '../../../lib/class-names';
import { buttonStyle } from '../../../ui/buttons/button';
import { Tooltip } from '../../../ui/menus/tooltip';
import type { FieldPath } from '../draft/path';
import { useField } from '../draft/use-draft';
import { BoundText } from './bound-fields';

/** The text of a link or button, and where it leads. */
export function LinkFields({ path, label }: { path: FieldPath; label: string }) {
  const { t } = useTranslation('siteConfig');
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
      <legend className="mb-1.5 text-ink-soft text-xs">{label}</legend>
      <BoundText path={`${path}.text`} label={t('link.text')} />
      <AddressField path={`${path}.url`} label={t('link.url')} />
    </fieldset>
  );
}

/** Where a link leads; an address outside of the site can be tried. */
export function AddressField({ path, label }: { path: FieldPath; label: string }) {
  const { t } = useTranslation('siteConfig');
  const { value } = useField<string>(path);
  const isForeign = /^https?:\/\//i.test(value) && parseUrl(value) !== null;
  return (
    <BoundText
      path={path}
      label={label}
      placeholder={t('link.placeholder')}
      end={
        isForeign && (
          <Tooltip label={t('link.open')}>
            <a
              href={value}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('link.open')}
              className={classNames(buttonStyle({ variant: 'secondary', size: 'icon' }))}
            >
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
            </a>
          </Tooltip>
        )
      }
    />
  );
}
