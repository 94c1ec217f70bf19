import { Dices } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createCoupon, updateCoupon } from '../../../api/coupons';
import type { Coupon } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { IconButton } from '../../../ui/buttons/icon-button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Segments } from '../../../ui/fields/segments';
import { TextField } from '../../../ui/fields/text-field';
import { toast } from '../../../ui/states/toast';
import { usePackages, useSalesChange, useSalesPlace } from '../sales/use-sales';
import {
  type CouponField,
  type CouponForm,
  couponForm,
  randomCode,
  readCouponForm,
  termsOf,
} from './coupon-form';

/** Makes a coupon, or changes one. */
export function CouponDialog({ coupon, onClose }: { coupon?: Coupon; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { refresh } = useSalesChange();
  const [form, setForm] = useState(() => couponForm(coupon));
  const [problems, setProblems] = useState<readonly CouponField[]>([]);
  const change = (changes: Partial<CouponForm>) => {
    setForm({ ...form, ...changes });
    setProblems([]);
  };
  const save = async () => {
    const read = readCouponForm(form);
    if ('problems' in read) {
      setProblems(read.problems);
      throw new Error(t('coupons.fix'));
    }
    if (coupon === undefined) await createCoupon(teamId, siteId, read);
    else {
      const body = { ...termsOf(read), isArchived: coupon.isArchived };
      await updateCoupon(teamId, siteId, coupon.id, body);
    }
    toast.success(t('coupons.saved', { code: read.code }));
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(coupon === undefined ? 'coupons.createTitle' : 'coupons.editTitle')}
      description={t(coupon === undefined ? 'coupons.dialogText' : 'coupons.editText')}
      confirmLabel={t(coupon === undefined ? 'coupons.createAction' : 'coupons.save')}
      onConfirm={save}
    >
      {coupon === undefined && (
        <CodeAndDiscount form={form} problems={problems} onChange={change} />
      )}
      <TermFields form={form} problems={problems} onChange={change} />
    </ConfirmDialog>
  );
}

interface CouponFieldsProps {
  form: CouponForm;
  problems: readonly CouponField[];
  onChange: (changes: Partial<CouponForm>) => void;
}

/** Says what is wrong with a field. */
function useErrorOf(problems: readonly CouponField[]) {
  const { t } = useTranslation('sales');
  return (field: CouponField) =>
    problems.includes(field) ? t(`coupons.problems.${field}`) : undefined;
}

function CodeAndDiscount({ form, problems, onChange }: CouponFieldsProps) {
  const { t } = useTranslation('sales');
  const errorOf = useErrorOf(problems);
  return (
    <>
      <TextField
        label={t('coupons.code')}
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        value={form.code}
        error={errorOf('code')}
        onChange={(code) => onChange({ code: code.toUpperCase() })}
        end={
          <IconButton
            icon={Dices}
            label={t('coupons.random')}
            onClick={() => onChange({ code: randomCode() })}
          />
        }
      />
      <Discount form={form} errorOf={errorOf} onChange={onChange} />
    </>
  );
}

/** For what, when and how often. */
function TermFields({ form, problems, onChange }: CouponFieldsProps) {
  const { t } = useTranslation('sales');
  const errorOf = useErrorOf(problems);
  return (
    <>
      <PackageChoice form={form} onChange={onChange} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          type="date"
          label={t('coupons.startsOn')}
          value={form.startsOn}
          onChange={(startsOn) => onChange({ startsOn })}
        />
        <TextField
          type="date"
          label={t('coupons.endsOn')}
          value={form.endsOn}
          error={errorOf('endsOn')}
          onChange={(endsOn) => onChange({ endsOn })}
        />
        <TextField
          label={t('coupons.maxUses')}
          placeholder={t('coupons.noLimit')}
          inputMode="numeric"
          value={form.maxUses}
          error={errorOf('maxUses')}
          onChange={(maxUses) => onChange({ maxUses })}
        />
        <TextField
          label={t('coupons.maxUsesPerVisitor')}
          placeholder={t('coupons.noLimit')}
          inputMode="numeric"
          value={form.maxUsesPerVisitor}
          error={errorOf('maxUsesPerVisitor')}
          onChange={(maxUsesPerVisitor) => onChange({ maxUsesPerVisitor })}
        />
      </div>
    </>
  );
}

interface DiscountProps {
  form: CouponForm;
  errorOf: (field: CouponField) => string | undefined;
  onChange: (changes: Partial<CouponForm>) => void;
}

function Discount({ form, errorOf, onChange }: DiscountProps) {
  const { t, i18n } = useTranslation('sales');
  const percent = Number(form.percent);
  const isPart = Number.isInteger(percent) && percent >= 1 && percent <= 99;
  const fold = new Intl.NumberFormat(localeOf(i18n)).format((100 - percent) / 10);
  return (
    <>
      <Segments
        label={t('coupons.discount')}
        value={form.kind}
        options={(['percent', 'amount'] as const).map((value) => ({
          value,
          label: t(`coupons.kinds.${value}`),
        }))}
        onChange={(kind) => onChange({ kind })}
      />
      {form.kind === 'percent' ? (
        <TextField
          label={t('coupons.percent')}
          inputMode="numeric"
          value={form.percent}
          error={errorOf('percent')}
          hint={
            isPart ? t('coupons.fold', { fold, percent: 100 - percent }) : t('coupons.percentHint')
          }
          onChange={(value) => onChange({ percent: value })}
        />
      ) : (
        <TextField
          label={t('coupons.amount')}
          inputMode="decimal"
          value={form.amount}
          error={errorOf('amount')}
          hint={t('coupons.amountHint')}
          onChange={(amount) => onChange({ amount })}
        />
      )}
    </>
  );
}

/** The packages that a coupon is for; none chosen means all. */
function PackageChoice({ form, onChange }: Pick<CouponFieldsProps, 'form' | 'onChange'>) {
  const { t } = useTranslation('sales');
  const packages = usePackages().filter(
    ({ id, isArchived }) => !isArchived || form.packageIds.includes(id),
  );
  if (packages.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1 text-ink-soft text-xs">{t('coupons.packages')}</legend>
      {packages.map(({ id, name }) => (
        <label
          key={id}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 text-ink text-sm pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={form.packageIds.includes(id)}
            onChange={({ target }) =>
              onChange({
                packageIds: target.checked
                  ? [...form.packageIds, id]
                  : form.packageIds.filter((one) => one !== id),
              })
            }
          />
          <span className="min-w-0 break-words">{name}</span>
        </label>
      ))}
      <p className="text-ink-faint text-xs">{t('coupons.packagesHint')}</p>
    </fieldset>
  );
}
