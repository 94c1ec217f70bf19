import type { Role } from '../../../api/types';

/** Roles that can be assigned. The owner's role is passed on by a transfer. */
export const ASSIGNABLE_ROLES = ['admin', 'editor', 'support', 'viewer'] as const satisfies Role[];
