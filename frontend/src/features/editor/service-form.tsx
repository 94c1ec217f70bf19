import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text';
import { Button } from '../../ui/buttons/button';
import { toast } from '../../ui/states/toast';

interface ServiceFormProps {
  /** Every required field is filled in. */
  isComplete: boolean;
  /** Keeps the setting. False: the browser does not allow it. */
  save: () => boolean;
  onSaved: () => void;
  onCancel?: (() => void) | undefined;
  /** Tries the service. The answer is shown with its success. Errors are shown with their words. */
  test: () => Promise<string | undefined>;
  words: { private: string; test: string; works: string; fails: string };
  /** The fields; `isChecked`: what is missing is said. */
  children: (isChecked: boolean) => ReactNode;
}

/** Settings of a service of the author's own, such as an image host. They can be tested, and stay in this browser. */
export function ServiceForm(props: ServiceFormProps) {
  const { isComplete, save, onSaved, onCancel, test, words, children } = props;
  const { t } = useTranslation(['tools', 'app']);
  const [isChecked, setIsChecked] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const submit = () => {
    setIsChecked(true);
    if (!isComplete) return;
    if (save()) onSaved();
    else toast.failure(t('host.notSaved'), { id: 'service' });
  };
  const tryOut = async () => {
    setIsChecked(true);
    if (!isComplete) return;
    setIsTesting(true);
    try {
      const description = await test();
      toast.success(words.works, description === undefined ? {} : { description });
    } catch (error) {
      toast.failure(words.fails, { id: 'service', description: errorText(t, error) });
    } finally {
      setIsTesting(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children(isChecked)}
      <p className="text-ink-faint text-xs">{words.private}</p>
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel !== undefined && <Button onClick={onCancel}>{t('app:dialog.cancel')}</Button>}
        <Button
          variant="secondary"
          disabled={isTesting}
          focusableWhenDisabled
          onClick={() => void tryOut()}
        >
          {isTesting ? t('host.testing') : words.test}
        </Button>
        <Button variant="primary" type="submit">
          {t('host.save')}
        </Button>
      </div>
    </form>
  );
}
