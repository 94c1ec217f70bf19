import { expect, test } from 'vitest';
import { type ScrollPane, ScrollSync } from './scroll-sync';

/** A pane of equally high lines, in which the author scrolls. */
class FakePane implements ScrollPane {
  scrollTop = 0;
  #listen: () => void = () => undefined;
  constructor(public viewHeight: number) {}

  port() {
    return { scrollTop: this.scrollTop, viewHeight: this.viewHeight, contentHeight: 1000 };
  }

  lines() {
    return { lineAt: (y: number) => 1 + y / 10, yOf: (line: number) => (line - 1) * 10 };
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
