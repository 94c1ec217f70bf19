import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { toast } from '../../../ui/states/toast';

/** Runs a change by an administrator: reloads the lists afterwards, or shows the error. */
export function useAdministration() {
  const { t } = useTranslation('console');
  const queries = useQueryClient();
  const done = async () => {
    toast.success(t('user.done'));
    await queries.invalidateQueries({ queryKey: ['admin'] });
  };
  return {
    done,
    run: (change: Promise<unknown>) => {
      change.then(done, (error: unknown) => toast.failure(errorText(t, error), { id: 'admin' }));
    },
  };
}
