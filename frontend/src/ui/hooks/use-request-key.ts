import { useRef } from 'react';
import { newId } from '../../lib/new-id';

/** A key that stays while the same is asked for: the answer may have been lost, and the thing made. */
export function useRequestKey(): (request: object) => string {
  const asked = useRef({ request: '', key: '' });
  return (request) => {
    const text = JSON.stringify(request);
    if (asked.current.request !== text) asked.current = { request: text, key: newId() };
    return asked.current.key;
  };
}
