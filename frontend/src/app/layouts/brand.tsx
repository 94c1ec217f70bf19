import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../config/paths';
import { classNames } from '../../lib/class-names';
import { Mark } from '../../ui/states/mark';

/** Mark and name, which lead to the start page. Where the bar is full, the narrowest phones show the mark alone. */
export function Brand({ isInFullBar = false }: { isInFullBar?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link
      to={paths.home}
      className="flex shrink-0 items-center gap-2.5 rounded-md pointer-coarse:h-11"
    >
      <Mark size={28} />
      <span
        translate="no"
        className={classNames(
          'font-medium font-serif text-ink text-xl tracking-[0.12em] lang-en:tracking-normal',
          isInFullBar && 'max-[359px]:sr-only',
        )}
      >
        {t('name')}
      </span>
    </Link>
  );
}
