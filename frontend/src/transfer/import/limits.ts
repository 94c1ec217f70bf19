/** Most files of one import, and their size together in bytes. */
export const IMPORT_MAX_FILES = 5_000;
export const IMPORT_MAX_BYTES = 500_000_000;
