import { z } from 'zod';

// Zod would try whether it may compile rules into functions; our content security policy says no and reports it.
z.config({ jitless: true });

export { z };
