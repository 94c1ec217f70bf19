import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { toast } from '../../../ui/toast';

/** What follows a change by an administrator: the lists are read again, and what went wrong is said. */
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
