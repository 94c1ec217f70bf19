import { KeyedError } from '../keyed-error';

/** An archive that is not taken in. Keys: `archive.*`; the message names the entry. */
export class ArchiveError extends KeyedError {}
