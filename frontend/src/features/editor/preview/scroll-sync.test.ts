// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type LaidOutPane, ScrollSync } from './scroll-sync';

/** A pane of equally high lines, in which the author scrolls. */
class FakePane implements LaidOutPane {
  scrollTop = 0;
  #listen: () => void = () => undefined;
  #laidOut: () => void = () => undefined;
  #contentHeight = 1000;
  constructor(public viewHeight: number) {}

  port() {
    return {
      scrollTop: this.scrollTop,
      viewHeight: this.viewHeight,
      contentHeight: this.#contentHeight,
    };
  }

  lines() {
    const height = this.#contentHeight / 100;
    return { lineAt: (y: number) => 1 + y / height, yOf: (line: number) => (line - 1) * height };
  }

  scrollTo(y: number) {
    this.scrollTop = y;
  }

  onScroll(listen: () => void) {
    this.#listen = listen;
    return () => undefined;
  }

  onIntent() {
    return () => undefined;
  }

  onLayout(listen: () => void) {
    this.#laidOut = listen;
    return () => undefined;
  }

  grow(contentHeight: number) {
    this.#contentHeight = contentHeight;
    this.#laidOut();
  }

  scrolled(y: number) {
    this.scrollTop = y;
    this.#listen();
  }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

test('the_other_pane_follows_the_one_that_the_author_uses', async () => {
  const [source, preview] = [new FakePane(100), new FakePane(100)];
  const sync = new ScrollSync(source, preview);
  sync.setLeader('preview');
  preview.scrolled(450);
  await nextFrame();
  expect(source.scrollTop).toBeCloseTo(450);
  sync.stop();
});

test('a_hidden_pane_neither_leads_nor_follows', async () => {
  const [source, preview] = [new FakePane(100), new FakePane(100)];
  const sync = new ScrollSync(source, preview);
  source.scrollTop = 300;
  sync.setLeader('preview');
  preview.viewHeight = 0;
  preview.scrolled(0);
  await nextFrame();
  expect(source.scrollTop).toBe(300);
  [preview.viewHeight, source.viewHeight] = [100, 0];
  preview.scrolled(900);
  await nextFrame();
  expect(source.scrollTop).toBe(300);
  sync.stop();
});

test('a_preview_whose_layout_changes_goes_back_to_the_place_of_the_source', async () => {
  const [source, preview] = [new FakePane(100), new FakePane(100)];
  const sync = new ScrollSync(source, preview);
  source.scrolled(450);
  await nextFrame();
  preview.grow(1900);
  expect(preview.scrollTop).toBeCloseTo(900);
  sync.isOn = false;
  preview.grow(1000);
  expect(preview.scrollTop).toBeCloseTo(900);
  sync.stop();
});

test('a_preview_stays_where_the_author_or_another_has_put_it', async () => {
  const [source, preview] = [new FakePane(100), new FakePane(100)];
  const sync = new ScrollSync(source, preview);
  source.scrolled(450);
  await nextFrame();
  sync.keepBy(() => preview.scrollTo(700));
  preview.grow(1900);
  expect(preview.scrollTop).toBe(700);
  sync.setLeader('preview');
  preview.scrollTop = 300;
  sync.setLeader('source');
  preview.grow(1000);
  expect(preview.scrollTop).toBe(300);
  sync.stop();
});
