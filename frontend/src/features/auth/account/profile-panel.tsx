import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { deleteAvatar, updateAccount, uploadAvatar } from '../../../api/account';
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '../../../config/account';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../../config/constants';
import { errorText } from '../../../i18n/error-text';
import { type UserInfo, updateUser } from '../../../storage/session';
import { Avatar } from '../../../ui/avatar';
import { Button, buttonStyle } from '../../../ui/buttons/button';
import { Segments } from '../../../ui/fields/segments';
import { takeFilled } from '../../../ui/fields/take-filled';
import { FormField } from '../../../ui/fields/text-field';
import { Panel } from '../../../ui/panel';
import { toast } from '../../../ui/states/toast';
import { fieldText, takeError } from '../form-errors';
import { type Failure, FormFailure } from '../parts';
import { type Minimums, nicknameSchema } from '../schemas';

interface ProfilePanelProps {
  user: UserInfo;
  minimums: Minimums;
}

/** Picture, nickname and the language of mails. */
export function ProfilePanel({ user, minimums }: ProfilePanelProps) {
  const { t } = useTranslation(['auth', 'app']);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm({
    resolver: zodResolver(nicknameSchema(minimums.nicknameMin)),
    values: { nickname: user.nickname },
    // The account is read again while somebody types.
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const save = async (changes: { nickname?: string; locale?: Locale }) => {
    setFailure(null);
    try {
      updateUser(await updateAccount(changes));
      toast.success(t('account.saved'));
    } catch (error) {
      const text = takeError(t, error, ['nickname'], form.setError);
      if (text !== null) setFailure({ text });
    }
  };
  return (
    <Panel title={t('account.profile')}>
      <AvatarRow user={user} />
      <form
        noValidate
        onSubmit={(event) => {
          takeFilled(form, event.currentTarget);
          void form.handleSubmit(save)(event);
        }}
        className="mt-6 flex max-w-[440px] flex-col gap-5"
      >
        <FormField
          {...form.register('nickname')}
          label={t('field.nickname')}
          error={fieldText(t, errors.nickname, minimums)}
          autoComplete="nickname"
          end={
            <Button
              type="submit"
              variant="secondary"
              disabled={!isDirty || isSubmitting}
              className="h-auto"
            >
              {t('app:action.save')}
            </Button>
          }
        />
        <div>
          <p className="mb-1.5 font-medium text-ink text-sm">{t('account.locale')}</p>
          <Segments
            label={t('account.locale')}
            value={user.locale}
            options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={(locale) => void save({ locale })}
          />
          <p className="mt-1 text-ink-faint text-xs">{t('account.localeHint')}</p>
        </div>
        <FormFailure failure={failure} />
      </form>
    </Panel>
  );
}

function AvatarRow({ user }: { user: UserInfo }) {
  const { t } = useTranslation('auth');
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (change: () => Promise<UserInfo>) => {
    setIsBusy(true);
    try {
      updateUser(await change());
      toast.dismiss('avatar');
    } catch (error) {
      toast.failure(t('account.uploadFailed'), {
        id: 'avatar',
        description: errorText(t, error),
      });
    } finally {
      setIsBusy(false);
    }
  };
  const handleFile = (file: File | undefined) => {
    if (file === undefined) return;
    if (!IMAGE_TYPES.some((type) => type === file.type)) {
      toast.failure(t('account.avatarType'), { id: 'avatar' });
    } else if (file.size > IMAGE_MAX_BYTES) {
      toast.failure(t('account.avatarSize'), { id: 'avatar' });
    } else {
      void run(() => uploadAvatar(file));
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={user.nickname} url={user.avatarUrl} size={64} />
      <div>
        <div className="flex flex-wrap gap-2">
          <label
            htmlFor={id}
            className={`${buttonStyle({ variant: 'secondary' })} cursor-pointer focus-within:outline-2 focus-within:outline-accent-text`}
          >
            <span>{isBusy ? t('account.uploading') : t('account.upload')}</span>
            <input
              id={id}
              type="file"
              accept={IMAGE_TYPES.join(',')}
              disabled={isBusy}
              className="sr-only"
              onChange={(event) => {
                handleFile(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </label>
          {user.avatarUrl && (
            <Button disabled={isBusy} onClick={() => void run(deleteAvatar)}>
              {t('account.removeAvatar')}
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-ink-faint text-xs">{t('account.avatarHint')}</p>
      </div>
    </div>
  );
}
