import type { Locale } from '../../../config/constants';
import type { ChatMessage } from './chat-stream';

/** What the assistant does with a selection. */
export const AI_TOOLS = ['polish', 'shorten', 'expand', 'continue', 'translate', 'title'] as const;
export type AiTool = (typeof AI_TOOLS)[number];

/** Tools whose answer follows the selection; the others take its place. */
export function isAddition(tool: AiTool): boolean {
  return tool === 'continue' || tool === 'title';
}

const TASKS: Record<Locale, Record<AiTool, string>> = {
  'zh-CN': {
    polish: '润色下面的文字：改正错别字和语病，让句子更通顺，不改变原意和语气。',
    shorten: '把下面的文字压缩到原来的一半左右，保留全部要点。',
    expand: '扩写下面的文字：补充细节和例子，不要空话，不要编造事实和数据。',
    continue: '接着下面的文字往下写一两段，文风和人称保持一致。只写新的内容，不要重复原文。',
    translate: '翻译下面的文字：中文译成英文，其他语言译成简体中文。译文要自然。',
    title:
      '为下面的文章拟三个标题（每个不超过 30 字），再写一段 100 字以内的摘要。标题用无序列表。',
  },
  en: {
    polish:
      'Polish the text below: correct mistakes and make it read well. Keep its meaning and tone.',
    shorten: 'Shorten the text below to about half. Keep every point.',
    expand:
      'Expand the text below with detail and examples. No padding, no invented facts or figures.',
    continue:
      'Continue the text below for a paragraph or two in the same style. Write only what is new.',
    translate:
      'Translate the text below: English into Simplified Chinese, anything else into English.',
    title:
      'Suggest three titles of at most 12 words for the text below as a bulleted list, then a summary of at most 60 words.',
  },
};

const SYSTEM: Record<Locale, string> = {
  'zh-CN':
    '你是公众号作者的写作助手。文字是 Markdown：原样保留标记、链接、图片、代码和公式。只回答结果，不要解释，不要用代码块包住结果。',
  en: 'You help an author write articles. The text is Markdown: keep marks, links, images, code and formulas as they are. Answer with the result only, without comment and without a code fence around it.',
};

const CHAT: Record<Locale, string> = {
  'zh-CN': '你是公众号作者的写作助手，用简体中文回答，可以使用 Markdown。',
  en: 'You help an author write articles. Answer in English; you may use Markdown.',
};

/** The request for one tool on one text. */
export function toolMessages(tool: AiTool, text: string, locale: Locale): ChatMessage[] {
  return [
    { role: 'system', content: SYSTEM[locale] },
    { role: 'user', content: `${TASKS[locale][tool]}\n\n${text}` },
  ];
}

/** The request of a talk; `article` goes along when it is wanted. */
export function chatMessages(
  talk: readonly ChatMessage[],
  article: string | null,
  locale: Locale,
): ChatMessage[] {
  const context =
    article === null
      ? []
      : [
          {
            role: 'system' as const,
            content: `${locale === 'en' ? 'The article' : '当前文章'}:\n\n${article}`,
          },
        ];
  return [{ role: 'system', content: CHAT[locale] }, ...context, ...talk];
}
