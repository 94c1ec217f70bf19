import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../ui/fields/segments';
import { FormField } from '../../../ui/fields/text-field';
import { useSiteClock } from './use-site-clock';

const WAYS = ['now', 'later'] as const;

/** When something is published: now, or at a moment on the clock of the site. `planned`: the moment that is set, RFC 3339. */
export function useMomentChoice(planned: string | null | undefined) {
  const clock = useSiteClock();
  const [when, setWhen] = useState<(typeof WAYS)[number]>(planned ? 'later' : 'now');
  const [typed, setTyped] = useState<string | null>(null);
  return { when, setWhen, moment: typed ?? clock.fieldOf(planned), setMoment: setTyped };
}

/** The choice of the moment. */
export function MomentChoice(choice: ReturnType<typeof useMomentChoice>) {
  const { when, setWhen, moment, setMoment } = choice;
  const { t } = useTranslation('siteConfig');
  const { zone } = useSiteClock();
  return (
    <>
      <Segments
        label={t('publish.when')}
        value={when}
        options={WAYS.map((value) => ({ value, label: t(`publish.${value}`) }))}
        onChange={setWhen}
      />
      {when === 'later' && (
        <FormField
          size="sm"
          type="datetime-local"
          label={t('publish.time')}
          hint={t('publish.zone', { zone })}
          value={moment}
          onChange={({ target }) => setMoment(target.value)}
        />
      )}
    </>
  );
}
