// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { CodeCache, type HighlightPort } from '../../../engine/code-cache';
import { type DiagramResult, Diagrams } from '../../../engine/diagrams/diagrams';
import type { HighlightAnswer, HighlightRequest } from '../../../engine/highlight.worker';
import type { Block } from '../../../engine/types';
import { BlockList } from './block-list';
import { Formulas } from './formulas';
import { LATE_MS, Slots } from './slots';

/** A busy machine is slow, not wrong. */
const PATIENT = { timeout: 30_000 };

function block(html: string, flags: Partial<Block> = {}): Block {
  return { html, hasRawHtml: false, hasCode: false, hasMath: false, hasDiagram: false, ...flags };
}

const codeBlock = (code: string) =>
  block(
    `<pre class="code-block hljs" data-lang="js"><span class="code-body"><code class="hljs">${code}</code></span></pre>`,
    { hasCode: true },
  );

function setUp(draw: (source: string) => Promise<string> = async (s) => `<svg>${s}</svg>`) {
  document.body.innerHTML = '<section></section>';
  const list = new BlockList(document.querySelector('section') as HTMLElement, (b) => b.html);
  const requests: HighlightRequest[] = [];
  let answer: (message: HighlightAnswer) => void = () => undefined;
  let retry: (() => void) | null = null;
  const port: HighlightPort = {
    postMessage: (request) => void requests.push(request),
    onAnswer: (listen) => {
      answer = listen;
    },
    onFailure: () => undefined,
    close: () => undefined,
  };
  const slots = new Slots(
    new CodeCache(() => port),
    new Formulas(),
    new Diagrams(async () => (_id, source) => draw(source)),
    {
      onFormulaCss: () => undefined,
      onMissing: (next) => {
        retry = next;
      },
      errorText: (kind, cause) => `${kind}: ${cause instanceof Error ? cause.message : cause}`,
    },
  );
  const put = (at: number, remove: number, insert: Block[]) =>
    slots.fill(list.apply([{ at, remove, insert }], (placement) => slots.prepare(placement)));
  return { put, requests, answer: (m: HighlightAnswer) => answer(m), retry: () => retry };
}

const code = () => document.querySelector('code')?.innerHTML;

test('code_is_plain_until_the_worker_answers_and_then_colored', async () => {
  const { put, answer } = setUp();
  put(0, 0, [codeBlock('let a')]);
  expect(code()).toBe('let a');
  answer({ id: 1, html: '<i>let</i> a' });
  await vi.waitFor(() => expect(code()).toBe('<i>let</i> a'), PATIENT);
});

test('known_code_is_colored_at_once', async () => {
  const { put, answer } = setUp();
  put(0, 0, [codeBlock('let a')]);
  answer({ id: 1, html: '<i>let</i> a' });
  await vi.waitFor(() => expect(code()).toContain('<i>'), PATIENT);
  put(0, 1, [codeBlock('let a')]);
  expect(code()).toBe('<i>let</i> a');
});

test('an_answer_for_code_that_is_gone_changes_nothing', async () => {
  const { put, answer } = setUp();
  put(0, 0, [codeBlock('let a')]);
  put(0, 1, [codeBlock('let b')]);
  answer({ id: 1, html: '<i>let a</i>' });
  await Promise.resolve();
  expect(code()).toBe('let b');
});

test('while_code_is_typed_the_other_lines_keep_their_colors', async () => {
  const { put, answer } = setUp();
  put(0, 0, [codeBlock('let a\nlet b')]);
  answer({ id: 1, html: '<span class="k">let</span> a\n<span class="k">let</span> b' });
  await vi.waitFor(() => expect(code()).toContain('span'), PATIENT);
  put(0, 1, [codeBlock('let a\nlet bc')]);
  expect(code()).toBe('<span class="k">let</span> a\nlet bc');
});

test('lines_that_keep_their_colors_keep_their_nodes', async () => {
  const { put, answer } = setUp();
  const colored = (last: string) =>
    `<span class="k">let</span> a\n<span class="k">let</span> ${last}`;
  put(0, 0, [codeBlock('let a\nlet b')]);
  answer({ id: 1, html: colored('b') });
  await vi.waitFor(() => expect(code()).toContain('span'), PATIENT);
  const first = document.querySelector('code span');
  put(0, 1, [codeBlock('let a\nlet bc')]);
  answer({ id: 2, html: colored('bc') });
  await vi.waitFor(() => expect(code()).toBe(colored('bc')), PATIENT);
  expect(document.querySelector('code span')).toBe(first);
});

test('a_formula_is_set_and_a_broken_one_says_why', async () => {
  const { put } = setUp();
  put(0, 0, [
    block('<p><span class="math-inline" data-tex="x^2">x^2</span></p>', { hasMath: true }),
    block('<section class="math-block" data-tex="\\frac{1">\\frac{1</section>', { hasMath: true }),
  ]);
  await vi.waitFor(
    () => expect(document.querySelector('.math-inline .katex')).not.toBeNull(),
    PATIENT,
  );
  const broken = document.querySelector('.math-block');
  await vi.waitFor(() => expect(broken?.className).toContain('slot-error'), PATIENT);
  expect(broken?.getAttribute('title')).toMatch(/^formula: /);
  expect(broken?.textContent).toBe('\\frac{1');
});

const diagram = (source: string) =>
  block(
    `<section class="diagram" data-lang="mermaid"><pre><code>${source}</code></pre></section>`,
    {
      hasDiagram: true,
    },
  );

test('a_formula_whose_code_does_not_arrive_says_so_and_the_next_edit_tries_again', async () => {
  const { put } = setUp();
  const math = (tex: string) =>
    block(`<section class="math-block">${tex}</section>`, { hasMath: true });
  vi.spyOn(Formulas.prototype, 'prepare').mockRejectedValueOnce(new Error('not there'));
  put(0, 0, [math('x')]);
  const shown = () => document.querySelector('.math-block');
  await vi.waitFor(() => expect(shown()?.getAttribute('title')).toBe('formula: not there'));
  put(0, 1, [math('y')]);
  await vi.waitFor(() => expect(shown()?.querySelector('.katex')).not.toBeNull(), PATIENT);
  expect(shown()?.hasAttribute('title')).toBe(false);
});

test('a_diagram_is_drawn_and_kept_by_source', async () => {
  const draw = vi.fn(async (source: string) => `<svg>${source}</svg>`);
  const { put } = setUp(draw);
  put(0, 0, [diagram('a')]);
  await vi.waitFor(() => expect(document.querySelector('svg')?.textContent).toBe('a'), PATIENT);
  put(0, 1, [diagram('a')]);
  expect(document.querySelector('svg')?.textContent).toBe('a');
  expect(draw).toHaveBeenCalledTimes(1);
});

test('a_chemical_formula_is_set', async () => {
  const { put } = setUp();
  put(0, 0, [
    block('<p><span class="math-inline" data-tex="\\ce{H2O}"></span></p>', { hasMath: true }),
  ]);
  await vi.waitFor(
    () => expect(document.querySelector('.math-inline .katex')).not.toBeNull(),
    PATIENT,
  );
});

test('while_a_diagram_is_typed_its_last_drawing_stays', async () => {
  const { put } = setUp();
  put(0, 0, [diagram('a')]);
  await vi.waitFor(() => expect(document.querySelector('svg')).not.toBeNull(), PATIENT);
  put(0, 1, [diagram('ab')]);
  expect(document.querySelector('.slot-waiting svg')?.textContent).toBe('a');
  await vi.waitFor(() => expect(document.querySelector('svg')?.textContent).toBe('ab'), PATIENT);
  expect(document.querySelector('.slot-waiting')).toBeNull();
});

test('a_diagram_that_cannot_be_drawn_shows_source_and_reason', async () => {
  const { put } = setUp(async () => {
    throw new Error('line 1');
  });
  put(0, 0, [diagram('nonsense')]);
  await vi.waitFor(() => expect(document.querySelector('.slot-error')).not.toBeNull(), PATIENT);
  expect(document.querySelector('.diagram')?.textContent).toBe('nonsense');
  expect(document.querySelector('.diagram')?.getAttribute('title')).toBe('diagram: line 1');
});

test('diagrams_are_drawn_one_at_a_time', async () => {
  let running = 0;
  let most = 0;
  const diagrams = new Diagrams(async () => async (_id, source) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return source;
  });
  const results: DiagramResult[] = await Promise.all(['a', 'b', 'c'].map((s) => diagrams.draw(s)));
  expect(most).toBe(1);
  expect(results).toEqual([{ html: 'a' }, { html: 'b' }, { html: 'c' }]);
});

test('a_diagram_whose_code_has_not_arrived_is_drawn_when_it_is_asked_for_again', async () => {
  let isThere = false;
  const { put, retry } = setUp(async (source) => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module: /a.js');
    return `<svg>${source}</svg>`;
  });
  put(0, 0, [diagram('pie')]);
  await vi.waitFor(() => expect(retry()).not.toBeNull(), PATIENT);
  expect(document.querySelector('.diagram.slot-error code')?.textContent).toBe('pie');
  isThere = true;
  retry()?.();
  await vi.waitFor(() => expect(document.querySelector('.diagram > svg')).not.toBeNull(), PATIENT);
  expect(document.querySelector('.slot-error, [title]')).toBeNull();
  expect(retry()).toBeNull();
});

test('what_is_wrong_in_a_diagram_is_nothing_to_ask_for_again', async () => {
  const { put, retry } = setUp(() => Promise.reject(new Error('Parse error on line 2')));
  put(0, 0, [diagram('pie')]);
  await vi.waitFor(() => expect(document.querySelector('.slot-error')).not.toBeNull(), PATIENT);
  expect(retry()).toBeNull();
});

test('code_whose_colors_have_not_arrived_gets_them_when_they_are_asked_for_again', async () => {
  const { put, answer, retry } = setUp();
  put(0, 0, [codeBlock('let a')]);
  answer({ failed: 'grammars: status 404' });
  await vi.waitFor(() => expect(retry()).not.toBeNull(), PATIENT);
  expect(code()).toBe('let a');
  retry()?.();
  answer({ ready: true });
  answer({ id: 2, html: '<i>let</i> a' });
  await vi.waitFor(() => expect(code()).toBe('<i>let</i> a'), PATIENT);
  expect(retry()).toBeNull();
});

test('code_that_is_long_on_its_way_is_said_and_is_taken_when_it_comes', async () => {
  vi.useFakeTimers();
  try {
    const { put, answer, retry } = setUp();
    put(0, 0, [codeBlock('let a')]);
    await vi.advanceTimersByTimeAsync(LATE_MS - 1);
    expect(retry()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(retry()).not.toBeNull();
    answer({ ready: true });
    answer({ id: 1, html: '<i>let</i> a' });
    await vi.advanceTimersByTimeAsync(0);
    expect(code()).toBe('<i>let</i> a');
    expect(retry()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('a_block_that_was_removed_is_missed_no_more', async () => {
  const { put, answer, retry } = setUp();
  put(0, 0, [codeBlock('let a')]);
  answer({ failed: 'grammars: status 404' });
  await vi.waitFor(() => expect(retry()).not.toBeNull(), PATIENT);
  put(0, 1, [block('<p>text</p>')]);
  expect(retry()).toBeNull();
});
