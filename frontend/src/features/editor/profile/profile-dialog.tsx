import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWebAddress } from '../../../lib/addresses/parse-url';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { TextArea, TextField } from '../../../ui/fields/text-field';
import { editArticle } from '../edit-article';
import { useWorkbench } from '../editor-context';
import { insertBlock } from '../edits/blocks';
import { cardAt, cardText, EMPTY_CARD, type ProfileCard } from './profile-card';

/** Inserts the card of a public account, or edits the one at the cursor. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tools', 'app']);
  const workbench = useWorkbench();
  const [place] = useState(() => {
    const selected = workbench.source?.selected() ?? { text: '', start: 0, end: 0 };
    return { selected, found: cardAt(selected.text, selected.start) };
  });
  const [first] = useState<ProfileCard>(
    () => place.found?.card ?? workbench.settings.profile_card ?? EMPTY_CARD,
  );
  const [card, setCard] = useState(first);
  const [isAsked, setIsAsked] = useState(false);
  const isMissing = card.nickname.trim() === '';
  const isPictureWrong = card.headimg.trim() !== '' && !isWebAddress(card.headimg.trim());
  const change = (changes: Partial<ProfileCard>) => setCard({ ...card, ...changes });
  const apply = () => {
    setIsAsked(true);
    if (isMissing || isPictureWrong) return;
    onClose();
    // The next article ends with the same card.
    workbench.changeSettings({ profile_card: card });
    const { selected, found } = place;
    const at = {
      ...selected,
      start: found?.from ?? selected.start,
      end: found?.to ?? selected.end,
    };
    if (workbench.source === null) return;
    editArticle(workbench.source, (place) => insertBlock(place, cardText(card)), at);
  };
  return (
    <Dialog
      isOpen
      hasInput={card !== first}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(place.found === null ? 'profile.insertTitle' : 'profile.editTitle')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app:dialog.cancel')}
          </Button>
          <Button variant="primary" type="submit" form="profile-card">
            {t(place.found === null ? 'profile.insert' : 'profile.save')}
          </Button>
        </>
      }
    >
      <CardView card={card} />
      <form
        id="profile-card"
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <TextField
          label={t('profile.nickname')}
          value={card.nickname}
          error={isAsked && isMissing ? t('profile.nicknameMissing') : undefined}
          onChange={(nickname) => change({ nickname })}
        />
        <TextField
          label={t('profile.alias')}
          value={card.alias}
          onChange={(alias) => change({ alias })}
        />
        <TextField
          label={t('profile.id')}
          hint={t('profile.idHint')}
          value={card.id}
          onChange={(id) => change({ id })}
        />
        <TextField
          label={t('profile.headimg')}
          type="url"
          placeholder="https://"
          value={card.headimg}
          error={isAsked && isPictureWrong ? t('images.addressInvalid') : undefined}
          onChange={(headimg) => change({ headimg })}
        />
        <TextArea
          label={t('profile.signature')}
          rows={2}
          value={card.signature}
          onChange={(signature) => change({ signature })}
        />
        <SwitchRow
          label={t('profile.verified')}
          isOn={card.isVerified}
          onChange={(isVerified) => change({ isVerified })}
        />
      </form>
    </Dialog>
  );
}

function CardView({ card }: { card: ProfileCard }) {
  const { t } = useTranslation('tools');
  return (
    <div
      aria-hidden="true"
      className="mb-4 rounded-lg border border-line bg-surface px-4 pt-3 pb-2 text-ink"
    >
      <div className="flex items-center gap-3">
        {card.headimg.trim() === '' ? (
          <span className="size-12 shrink-0 rounded-full bg-hover" />
        ) : (
          <img
            src={card.headimg}
            alt=""
            referrerPolicy="no-referrer"
            className="size-12 shrink-0 rounded-full bg-hover object-cover"
          />
        )}
        <div className="min-w-0">
          <p className="flex items-center gap-1 truncate font-medium">
            <span>{card.nickname || t('profile.nickname')}</span>
            {card.isVerified && <BadgeCheck size={14} className="shrink-0 text-accent-text" />}
          </p>
          <p className="truncate text-ink-faint text-sm">{card.signature}</p>
        </div>
      </div>
      <p className="mt-2 border-line border-t pt-1.5 text-ink-faint text-xs">
        {t('profile.footer')}
      </p>
    </div>
  );
}
