// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ShadowArticle, sampleHtml } from './shadow-article';

const block = (html: string, hasRawHtml = false) => ({
  html,
  hasRawHtml,
  hasCode: false,
  hasMath: false,
  hasDiagram: false,
});

function article() {
  const host = document.createElement('div');
  const shown = new ShadowArticle(host);
  const root = host.shadowRoot?.querySelector('section');
  return {
    shown,
    texts: () => [...(root?.children ?? [])].map((child) => child.textContent),
    root,
  };
}

test('a_patch_replaces_its_blocks_and_leaves_the_others', () => {
  const { shown, texts, root } = article();
  shown.show([block('<p>a</p>'), block('<p>b</p>'), block('<p>c</p>')]);
  const last = root?.lastElementChild;
  shown.apply({
    ops: [{ at: 1, remove: 1, insert: [block('<p>x</p>'), block('<p>y</p>')] }],
    startLines: new Uint32Array(),
  });
  expect(texts()).toEqual(['a', 'x', 'y', 'c']);
  expect(root?.lastElementChild).toBe(last);
});

test('html_of_the_visitor_is_shown_as_its_source', () => {
  const { shown, texts, root } = article();
  shown.show([block('<p onclick="x()">a</p>', true)]);
  expect(texts()).toEqual(['<p onclick="x()">a</p>']);
  expect(root?.querySelector('p')).toBeNull();
});

test('the_sample_is_there_without_scripts_and_the_program_takes_it_over', () => {
  const html = sampleHtml('en', '.article{color:red}', ['<p>a</p>', '<p>b</p>']);
  expect(html).toMatch(/^<template shadowrootmode="open">/);
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const template = document.createElement('div');
  template.innerHTML = html;
  root.append(template.querySelector('template')?.content.cloneNode(true) ?? '');
  expect(root.querySelector('section[lang="en"]')?.textContent).toBe('ab');
  new ShadowArticle(host).show([{ html: '<p>c</p>', hasRawHtml: false }]);
  expect(host.shadowRoot?.querySelectorAll('section')).toHaveLength(1);
  expect(host.shadowRoot?.querySelector('section')?.textContent).toBe('c');
});
