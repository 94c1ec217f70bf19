import { readEmail } from '../../../lib/addresses/typed-identifier';
import { z } from '../../../lib/zod';

/** Whom an invitation is for. A message is a key under `console`. */
export const invitationSchema = z.object({
  email: z
    .string()
    .overwrite(readEmail)
    .min(1, 'invitation.emailRequired')
    .pipe(z.email('invitation.emailInvalid')),
});
