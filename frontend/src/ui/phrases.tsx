import { Fragment } from 'react';
import { phrasesOf } from '../lib/text/phrases';

/**
 * The text of a heading or a lead, whose lines end behind Chinese punctuation in every browser.
 * A phrase that is longer than a line has lines of about the same length, so that no letter stands alone.
 */
export function Phrases({ text }: { text: string }) {
  return text.split('\n').map((line, index) => {
    const phrases = phrasesOf(line);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text do not move.
      <Fragment key={index}>
        {index > 0 && '\n'}
        {phrases.length < 2
          ? line
          : phrases.map((phrase, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same.
              <span key={place} className="inline-block text-balance">
                {phrase}
              </span>
            ))}
      </Fragment>
    );
  });
}
