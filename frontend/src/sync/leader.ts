import { HEARTBEAT_MS, LEADER_MS } from '../config/sync';
import { newId } from '../lib/new-id';
import { claimLead, dropLead } from '../storage/sync/leader';

const LOCK = 'md_editor_db:sync';

/**
 * Runs `lead` in one tab of the browser at a time; what it returns ends it. Returns a function that gives up.
 *
 * The browser drops the lock of a tab that dies. Where there are no locks (plain http) a row says who leads, and for how
 * long that holds.
 */
export function whenLeading(lead: () => () => void): () => void {
  return navigator.locks ? byLock(lead) : byRow(lead);
}

function byLock(lead: () => () => void): () => void {
  const giveUp = new AbortController();
  let end: () => void = () => undefined;
  navigator.locks
    .request(LOCK, { signal: giveUp.signal }, () => {
      const stop = lead();
      return new Promise<void>((resolve) => {
        end = () => {
          stop();
          resolve();
        };
      });
    })
    // It was given up before it began.
    .catch(() => undefined);
  return () => {
    giveUp.abort();
    end();
  };
}

function byRow(lead: () => () => void): () => void {
  const id = newId();
  let stop: (() => void) | undefined;
  const claim = async () => {
    const isLeading = await claimLead(id, Date.now(), LEADER_MS).catch(() => false);
    if (isLeading) stop ??= lead();
    else {
      stop?.();
      stop = undefined;
    }
  };
  void claim();
  const timer = setInterval(() => void claim(), HEARTBEAT_MS);
  return () => {
    clearInterval(timer);
    stop?.();
    dropLead(id).catch(() => undefined);
  };
}
