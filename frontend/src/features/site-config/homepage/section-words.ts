import type { SiteLanguage } from '../../../api/site-settings';

/** Words with which a new section begins. They are the author's from then on. */
export interface SectionWords {
  hero: { title: string; subtitle: string; read: string };
  stats: { title: string; items: [string, string][] };
  features: { title: string; subtitle: string; items: [string, string, string][] };
  demo: { title: string; subtitle: string; button: string; benefits: string[] };
  testimonials: { title: string };
  blog: { title: string; subtitle: string; viewAll: string };
  faq: { title: string; items: [string, string][] };
  partners: { title: string };
  newsletter: { title: string; subtitle: string; privacy: string };
  cta: { title: string; subtitle: string; button: string };
}

/** By the language of the site, not that of the console. */
export const SECTION_WORDS: Record<SiteLanguage, SectionWords> = {
  'zh-CN': {
    hero: {
      title: '把知识写清楚',
      subtitle: '系统整理的文章，从入门到深入，随时可以查阅。',
      read: '开始阅读',
    },
    stats: {
      title: '',
      items: [
        ['30+', '篇文章'],
        ['5', '个专题'],
        ['每周', '更新'],
      ],
    },
    features: {
      title: '你会读到什么',
      subtitle: '',
      items: [
        ['compass', '循序渐进', '按主题和难度编排，从第一篇读起就能跟上。'],
        ['lightbulb', '讲清原理', '不止给出步骤，也说明为什么这样做。'],
        ['refresh-cw', '持续更新', '内容会随实践修订，旧文章也会补充。'],
      ],
    },
    demo: {
      title: '先看一眼',
      subtitle: '目录、搜索和阅读进度都为长文准备。',
      button: '浏览目录',
      benefits: ['清晰的章节结构', '全文搜索', '手机上同样好读'],
    },
    testimonials: { title: '读者怎么说' },
    blog: { title: '最新文章', subtitle: '', viewAll: '查看全部' },
    faq: {
      title: '常见问题',
      items: [
        ['内容多久更新一次？', '有新的文章或修订时会及时发布，首页可以看到最近更新。'],
        ['可以在手机上阅读吗？', '可以，页面会适应手机、平板和电脑的屏幕。'],
      ],
    },
    partners: { title: '合作伙伴' },
    newsletter: {
      title: '订阅更新',
      subtitle: '有新文章时，用邮件告诉你。',
      privacy: '只用于发送更新，可随时退订。',
    },
    cta: { title: '现在就开始阅读', subtitle: '从目录里挑一篇感兴趣的文章。', button: '打开目录' },
  },
  en: {
    hero: {
      title: 'Knowledge, clearly written',
      subtitle: 'Carefully arranged articles, from first steps to the finer points.',
      read: 'Start reading',
    },
    stats: {
      title: '',
      items: [
        ['30+', 'articles'],
        ['5', 'topics'],
        ['Weekly', 'updates'],
      ],
    },
    features: {
      title: 'What you will find',
      subtitle: '',
      items: [
        ['compass', 'Step by step', 'Arranged by topic and difficulty, so you can follow along.'],
        ['lightbulb', 'The reasons, too', 'Not only what to do, but also why it works that way.'],
        ['refresh-cw', 'Kept up to date', 'Articles are revised as practice teaches new things.'],
      ],
    },
    demo: {
      title: 'Take a look inside',
      subtitle: 'Contents, search and layout are made for long reading.',
      button: 'Browse the contents',
      benefits: ['A clear structure', 'Full-text search', 'Good to read on a phone'],
    },
    testimonials: { title: 'What readers say' },
    blog: { title: 'Latest articles', subtitle: '', viewAll: 'View all' },
    faq: {
      title: 'Frequently asked questions',
      items: [
        [
          'How often is it updated?',
          'Whenever an article is new or revised; the homepage shows the latest ones.',
        ],
        ['Can I read it on a phone?', 'Yes, the pages adapt to phones, tablets and large screens.'],
      ],
    },
    partners: { title: 'Partners' },
    newsletter: {
      title: 'Stay up to date',
      subtitle: 'Get an email when there is something new to read.',
      privacy: 'Used for updates only. Unsubscribe at any time.',
    },
    cta: {
      title: 'Start reading now',
      subtitle: 'Pick an article from the contents.',
      button: 'Open the contents',
    },
  },
};
