import { zodResolver } from '@hookform/resolvers/zod';
import { createContext, type ReactNode, use, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
  useFormContext,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { IdentityType } from '../../api/types';
import type { z } from '../../lib/zod';
import { Button } from '../../ui/buttons/button';
import { takeFilled } from '../../ui/fields/take-filled';
import { fieldText, takeError } from './form-errors';
import { type Failure, FormFailure } from './parts';
import type { Minimums } from './schemas';

const MinimumsContext = createContext<Minimums>({ passwordMin: 0, nicknameMin: 0 });

interface Setup<F extends FieldValues> {
  schema: z.ZodType<F, F>;
  initial: F;
  minimums: Minimums;
  submit: (values: F) => Promise<void>;
  /** Message for errors without one of their own. */
  fallback?: string;
}

/** State of an account form, with the error of the form as a whole. */
interface AccountFormState<F extends FieldValues> {
  form: UseFormReturn<F, unknown, F>;
  minimums: Minimums;
  failure: Failure | null;
  /** Clears the error. */
  clearErrors: () => void;
  handleSubmit: () => Promise<void>;
}

/** Validates and submits a form, and shows the server's errors at its fields. */
export function useAccountForm<F extends FieldValues>(setup: Setup<F>): AccountFormState<F> {
  const { t } = useTranslation('auth');
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<F, unknown, F>({
    resolver: zodResolver(setup.schema),
    defaultValues: setup.initial as DefaultValues<F>,
  });
  const names = Object.keys(setup.initial) as Path<F>[];
  const handleSubmit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await setup.submit(values);
    } catch (error) {
      const text = takeError(t, error, names, form.setError, setup.fallback);
      if (text !== null) setFailure({ text });
    }
  });
  return {
    form,
    minimums: setup.minimums,
    failure,
    clearErrors: () => {
      form.clearErrors();
      setFailure(null);
    },
    handleSubmit,
  };
}

/** The choice between e-mail and phone in a form. Switching clears the field. */
export function chooseKind<F extends FieldValues & { identifier: string; code: string }>(
  { form, clearErrors }: AccountFormState<F>,
  kind: IdentityType,
  setKind: (kind: IdentityType) => void,
): (next: IdentityType) => void {
  return (next) => {
    if (next === kind) return;
    setKind(next);
    form.resetField('identifier' as Path<F>, { defaultValue: '' as F[Path<F>] });
    form.resetField('code' as Path<F>);
    clearErrors();
  };
}

interface AccountFormProps<F extends FieldValues> {
  account: AccountFormState<F>;
  submitLabel: string;
  /** Label of the button while the form is submitted. */
  workingLabel?: string;
  className?: string;
  children: ReactNode;
  /** Stands below the button. */
  footer?: ReactNode;
}

/** The fields of a form, its error, and its button. */
export function AccountForm<F extends FieldValues>(props: AccountFormProps<F>) {
  const { form, minimums, failure, handleSubmit } = props.account;
  const { isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <MinimumsContext value={minimums}>
        <form
          noValidate
          // Before the program is there, or without it, nothing is sent and no password gets into the address.
          method="dialog"
          onSubmit={(event) => {
            event.preventDefault();
            takeFilled(form, event.currentTarget);
            void handleSubmit();
          }}
          className={props.className ?? 'flex flex-col gap-5'}
        >
          {props.children}
          <FormFailure failure={failure} />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            disabled={isSubmitting}
            // For `public/theme.js`, when it is pressed before the program is there.
            data-working={props.workingLabel}
          >
            {isSubmitting ? (props.workingLabel ?? props.submitLabel) : props.submitLabel}
          </Button>
          {props.footer}
        </form>
      </MinimumsContext>
    </FormProvider>
  );
}

/** A field of the surrounding form, with its error message. */
export function useField(name: string) {
  const { t } = useTranslation('auth');
  const minimums = use(MinimumsContext);
  const { register, formState } = useFormContext();
  const error = formState.errors[name] as FieldError | undefined;
  return { ...register(name), error: fieldText(t, error, minimums), minimums };
}
