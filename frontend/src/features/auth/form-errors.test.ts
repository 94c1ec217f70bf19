import { expect, test, vi } from 'vitest';
import { ApiError } from '../../api/api-error';
import { startI18n } from '../../i18n';
import { fieldText, takeError } from './form-errors';

const minimums = { passwordMin: 6, nicknameMin: 2 };
const { t: translate } = await startI18n('en');
const t = translate as unknown as Parameters<typeof takeError>[0];

function refusal(fields: Record<string, string>, parameters = {}): ApiError {
  return new ApiError('request.fieldsInvalid', '', 422, { fields, parameters });
}

test('a_field_shows_what_the_server_says_with_its_numbers', () => {
  const setError = vi.fn();
  const error = refusal({ passwd: 'password.tooShort' }, { passwd: { min: 12 } });
  expect(takeError<{ passwd: string }>(t, error, ['passwd'], setError)).toBeNull();
  const message = 'Password must be at least 12 characters';
  const said = { type: 'server', message };
  expect(setError).toHaveBeenCalledWith('passwd', said, { shouldFocus: true });
  expect(fieldText(t, said, minimums)).toBe(message);
});

test('a_problem_without_words_of_its_own_is_not_shown_as_a_key', () => {
  const setError = vi.fn();
  takeError<{ passwd: string }>(t, refusal({ passwd: 'new.key' }), ['passwd'], setError);
  const { message } = setError.mock.calls[0]?.[1] ?? {};
  expect(message).toBe('Something is not filled in correctly. Check the fields.');
});

test('a_problem_with_a_field_that_the_form_lacks_is_said_for_the_whole_form', () => {
  const setError = vi.fn();
  const error = refusal({ email: 'email.invalid' });
  expect(takeError<{ passwd: string }>(t, error, ['passwd'], setError)).toBe(
    'Please enter a valid email',
  );
  expect(setError).not.toHaveBeenCalled();
});

test('what_code_throws_is_not_shown', () => {
  const thrown = new TypeError('AbortSignal.any is not a function');
  expect(takeError(t, thrown, [], vi.fn())).toBe('Operation failed, please try again');
  expect(takeError(t, thrown, [], vi.fn(), 'Login failed')).toBe('Login failed');
});
