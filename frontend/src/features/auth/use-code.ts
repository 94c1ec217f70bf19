import { useEffect, useState } from 'react';
import { identifierOf, sendCode } from '../../api/account';
import { ApiError } from '../../api/api-error';
import type { CodePurpose } from '../../api/types';
import { CODE_RESEND_S } from '../../config/account';

export interface CodeSender {
  /** Seconds until another code can be requested; 0 when it can. */
  waitS: number;
  isSending: boolean;
  /** Where the last code was sent, and for how many minutes it is valid. */
  sent: { identifier: string; minutes: number } | null;
  send(identifier: string): Promise<void>;
}

/** Requests verification codes and counts down to the next one. */
export function useCode(purpose: CodePurpose): CodeSender {
  const [until, setUntil] = useState(0);
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
  const wait = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return {
    waitS,
    isSending,
    sent,
    async send(identifier) {
      setIsSending(true);
      try {
        const { resendAfterS, expiresInS } = await sendCode(identifierOf(identifier), purpose);
        wait(resendAfterS);
        setSent({ identifier: identifier.trim(), minutes: Math.round(expiresInS / 60) });
      } catch (error) {
        if (error instanceof ApiError && error.status === 429) {
          wait(error.retryAfterS ?? CODE_RESEND_S);
        }
        throw error;
      } finally {
        setIsSending(false);
      }
    },
  };
}
