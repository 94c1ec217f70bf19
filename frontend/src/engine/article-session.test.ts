import { expect, test } from 'vitest';
import { fakeModule } from '../testing/fake-engine';
import { ArticleSession } from './article-session';
import type { RenderedArticle, RenderOptions } from './types';

const options: RenderOptions = {
  legend: 'alt',
  citation: false,
  countStatus: false,
  breaks: true,
  macCodeBlock: true,
  lineNumbers: false,
  language: 'zh-CN',
};

const texts = (session: ArticleSession) => session.blocks.map((block) => block.html);

test('the_blocks_follow_the_patches', () => {
  const session = new ArticleSession(fakeModule(), options);
  session.update('a\n\nb\n\nc');
  session.update('a\n\nB\n\nc');
  expect(texts(session)).toEqual(['<p>a</p>', '<p>B</p>', '<p>c</p>']);
  expect([...session.startLines]).toEqual([1, 3, 5]);
});

test('after_a_trap_a_new_engine_renders_the_whole_text', () => {
  const module = fakeModule();
  const session = new ArticleSession(module, options);
  session.update('a\n\nb');
  module.trapNext(1);
  const patch = session.update('a\n\nb\n\nc');
  expect(patch.ops).toEqual([
    expect.objectContaining({ at: 0, remove: 2, insert: expect.objectContaining({ length: 3 }) }),
  ]);
  expect(texts(session)).toEqual(['<p>a</p>', '<p>b</p>', '<p>c</p>']);
  expect(module.created).toBe(2);
});

test('a_trapped_engine_is_never_asked_again', () => {
  const module = fakeModule();
  const session = new ArticleSession(module, options);
  module.trapNext(1);
  session.update('a');
  expect(() => session.update('b')).not.toThrow();
  expect(texts(session)).toEqual(['<p>b</p>']);
});

test('two_failures_in_a_row_reach_the_caller_and_the_blocks_stay', () => {
  const module = fakeModule();
  const session = new ArticleSession(module, options);
  session.update('a');
  module.trapNext(2);
  expect(() => session.update('b')).toThrowError(expect.objectContaining({ key: 'engine.failed' }));
  expect(texts(session)).toEqual(['<p>a</p>']);
  session.update('c');
  expect(texts(session)).toEqual(['<p>c</p>']);
});

test('after_a_failure_that_left_the_engine_alive_the_blocks_still_fit', () => {
  const module = fakeModule();
  const session = new ArticleSession(module, options);
  session.update('a');
  module.trapNext(2, 'alive');
  expect(() => session.update('b')).toThrow();
  session.update('c');
  expect(texts(session)).toEqual(['<p>c</p>']);
});

test('options_outlive_a_trap', () => {
  const module = fakeModule();
  const session = new ArticleSession(module, options);
  session.update('a');
  session.setOptions({ ...options, citation: true });
  module.trapNext(1);
  session.update('b');
  expect(module.lastOptions?.citation).toBe(true);
});

test('a_trap_while_reading_the_facts_is_recovered', () => {
  const module = fakeModule();
  const session = new ArticleSession(module, options);
  session.update('a b');
  module.trapNext(1);
  expect(session.info()?.stats.words).toBe(3);
});

test('while_the_engine_fails_nothing_is_said_of_the_text', () => {
  const module = fakeModule();
  const session = new ArticleSession(module, options);
  session.update('甲');
  module.trapNext(2);
  expect(() => session.update('甲乙')).toThrow();
  expect(() => session.info()).toThrow();
  session.update('甲乙丙');
  expect(session.info()).toBeDefined();
});

/** What a session with the same fake engine has of a text. */
function renderedEarlier(text: string): RenderedArticle {
  const session = new ArticleSession(fakeModule(), options);
  session.update(text);
  const { blocks, startLines } = session;
  return { text, blocks: [...blocks], startLines: [...startLines] };
}

test('before_the_module_arrives_the_blocks_of_an_earlier_rendering_stand', () => {
  const session = new ArticleSession(renderedEarlier('a\n\nb'), options);
  expect(session.isConnected).toBe(false);
  expect(texts(session)).toEqual(['<p>a</p>', '<p>b</p>']);
  expect([...session.startLines]).toEqual([1, 3]);
  expect(session.info()).toBeNull();
  expect(session.update('a\n\nb\n\nc').ops).toEqual([]);
  expect(texts(session)).toEqual(['<p>a</p>', '<p>b</p>']);
});

test('the_module_takes_over_and_leaves_equal_blocks_alone', () => {
  const session = new ArticleSession(renderedEarlier('a\n\nb\n\nc'), options);
  expect(session.connect(fakeModule()).ops).toEqual([]);
  expect(session.isConnected).toBe(true);
  const patch = session.update('a\n\nB\n\nc');
  expect(patch.ops).not.toEqual([]);
  expect(texts(session)).toEqual(['<p>a</p>', '<p>B</p>', '<p>c</p>']);
});

test('what_was_typed_before_the_module_arrived_is_rendered_then', () => {
  const session = new ArticleSession(renderedEarlier('a\n\nb\n\nc'), options);
  session.update('a\n\nB\n\nc');
  expect(session.connect(fakeModule()).ops).toEqual([
    { at: 1, remove: 1, insert: [expect.objectContaining({ html: '<p>B</p>' })] },
  ]);
  expect(texts(session)).toEqual(['<p>a</p>', '<p>B</p>', '<p>c</p>']);
  expect(session.info()?.stats.characters).toBe(7);
});

test('of_another_article_nothing_is_shown_before_the_module_arrives', () => {
  const session = new ArticleSession(renderedEarlier('a\n\nb'), options);
  session.update('x');
  expect(session.clear().ops).toEqual([{ at: 0, remove: 2, insert: [] }]);
  expect(texts(session)).toEqual([]);
  session.connect(fakeModule());
  expect(texts(session)).toEqual(['<p>x</p>']);
});

test('blocks_that_are_not_the_engines_are_replaced', () => {
  const stored = renderedEarlier('a\n\nb\n\nc');
  const [a, b] = stored.blocks;
  if (a === undefined || b === undefined) throw new Error('two blocks at least');
  const changed = { ...stored, blocks: [a, { ...b, html: '<p>x</p>' }], startLines: [1, 3] };
  const session = new ArticleSession(changed, options);
  session.connect(fakeModule());
  expect(texts(session)).toEqual(['<p>a</p>', '<p>b</p>', '<p>c</p>']);
  const unflagged = { ...stored, blocks: [a, b, { ...b, html: '<p>c</p>', hasRawHtml: true }] };
  const other = new ArticleSession(unflagged, options);
  other.connect(fakeModule());
  expect(other.blocks.some((block) => block.hasRawHtml)).toBe(false);
});

test('a_module_that_fails_on_arrival_leaves_the_blocks_and_the_next_text_tries_again', () => {
  const session = new ArticleSession(renderedEarlier('a'), options);
  const module = fakeModule();
  module.trapNext(1);
  expect(() => session.connect(module)).toThrowError(
    expect.objectContaining({ key: 'engine.failed' }),
  );
  expect(texts(session)).toEqual(['<p>a</p>']);
  session.update('b');
  expect(texts(session)).toEqual(['<p>b</p>']);
});

test('an_update_names_only_what_differs', () => {
  const module = fakeModule();
  const edits: [number, number, string][] = [];
  const session = new ArticleSession(
    {
      ...module,
      createEngine: (chosen) => {
        const engine = module.createEngine(chosen);
        return {
          update: (text) => engine.update(text),
          edit: (...edit) => {
            edits.push(edit);
            return engine.edit(...edit);
          },
          setOptions: (next) => engine.setOptions(next),
          info: () => engine.info(),
          lacksEmojiNames: () => engine.lacksEmojiNames(),
          free: () => engine.free(),
        };
      },
    },
    options,
  );
  session.update('一\n\n😀b');
  session.update('一\n\n😁bc');
  session.update('一\n\n😁bc');
  expect(edits).toEqual([
    [0, 0, '一\n\n😀b'],
    [3, 3, '😁bc'],
    [0, 0, ''],
  ]);
  expect(texts(session)).toEqual(['<p>一</p>', '<p>😁bc</p>']);
});
