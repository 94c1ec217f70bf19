// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { darkFrameDocument, frameDocument } from './frame-document';

test.each([frameDocument, darkFrameDocument])(
  'the_policy_of_a_frame_without_an_address_names_the_origin_of_its_fonts',
  (documentOf) => {
    const page = new DOMParser().parseFromString(documentOf('en', 'Article'), 'text/html');
    const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
    expect(policy).toContain(`font-src ${location.origin} data:;`);
    expect(policy).not.toContain("'self'");
  },
);
