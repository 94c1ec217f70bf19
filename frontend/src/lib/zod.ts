import { z } from 'zod';

// By default Zod tries to compile schemas with eval, which our content security policy forbids and reports.
z.config({ jitless: true });

export { z };
