import { z } from 'zod';

/** What a rule says that has no words of its own: a key under `errors`. */
export const INVALID = 'request.fieldsInvalid';

z.config({
  // By default Zod tries to compile schemas with eval, which our content security policy forbids and reports.
  jitless: true,
  // Messages are keys. Where a rule names none, Zod would put in an English sentence of its own.
  customError: () => INVALID,
});

export { z };
