import { useEffect, useState } from 'react';
import { identifierOf, sendCode } from '../../api/account';
import { ApiError } from '../../api/api-error';
import type { CodePurpose } from '../../api/types';
import { CODE_RESEND_S } from '../../config/account';

interface CodeSender {
  /** Seconds until another code can be requested for what stands in the field; 0 when it can. */
  waitS: number;
  isSending: boolean;
  /** Where the last code was sent, when that stands in the field, and for how many minutes it is valid. */
  sent: { identifier: string; minutes: number } | null;
  send(identifier: string): Promise<void>;
}

/** Requests verification codes and counts down to the next one to the same address: a mistyped one holds up no other. */
export function useCode(purpose: CodePurpose, identifier: string | undefined): CodeSender {
  const [waits, setWaits] = useState<Readonly<Record<string, number>>>({});
  const until = waits[identifier ?? ''] ?? 0;
  const [now, setNow] = useState(Date.now);
  const [isSending, setIsSending] = useState(false);
  const [sent, setSent] = useState<CodeSender['sent']>(null);
  const waitS = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until <= Date.now()) return;
    const timer = setInterval(() => {
      // The clock is read once: with two readings the countdown could stop a moment before its end.
      const moment = Date.now();
      setNow(moment);
      if (moment >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const wait = (to: string, seconds: number) => {
    const moment = Date.now();
    setNow(moment);
    setWaits((others) => ({ ...others, [to]: moment + seconds * 1000 }));
  };
  return {
    waitS,
    isSending,
    sent: sent?.identifier === identifier ? sent : null,
    async send(to) {
      setIsSending(true);
      try {
        const { resendAfterS, expiresInS } = await sendCode(identifierOf(to), purpose);
        wait(to, resendAfterS);
        setSent({ identifier: to, minutes: Math.round(expiresInS / 60) });
      } catch (error) {
        if (error instanceof ApiError && error.status === 429) {
          wait(to, error.retryAfterS ?? CODE_RESEND_S);
        }
        throw error;
      } finally {
        setIsSending(false);
      }
    },
  };
}
