import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMacPlatform, tabFocusKeys } from '../../../lib/browser/key-chord';

/** Says how the keyboard leaves the text, from the first Tab in Monaco on that stayed there until the focus leaves. */
export function TabHint() {
  const { t } = useTranslation('editor');
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isInText = event.target instanceof Element && event.target.closest('.monaco-editor');
      if (event.key === 'Tab' && isInText) setIsShown(true);
    };
    const handleLeave = () => setIsShown(false);
    document.addEventListener('keydown', handleKey, true);
    document.addEventListener('focusout', handleLeave);
    return () => {
      document.removeEventListener('keydown', handleKey, true);
      document.removeEventListener('focusout', handleLeave);
    };
  }, []);
  return (
    <span role="status" className="empty:-ml-4 max-md:hidden">
      {isShown ? t('status.tab', { keys: tabFocusKeys(isMacPlatform()) }) : null}
    </span>
  );
}
