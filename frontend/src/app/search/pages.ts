import type { TFunction } from 'i18next';
import { PERSONAL_SPACE, paths, sectionPath, teamPath } from '../../config/paths';
import { searchNames } from '../../lib/text/name-search';

/** A page, or a section of one, that the search finds. */
interface Page {
  to: string;
  label: string;
  /** More search terms, in both languages. */
  also: string;
}

/** Everything that this user may open. */
export function pagesFor(t: TFunction<'app'>, isLoggedIn: boolean, isAdmin: boolean): Page[] {
  const everyone: Page[] = [
    { to: paths.editor, label: t('search.editor'), also: 'editor markdown write 写作 编辑 md' },
    { to: sectionPath('features'), label: t('search.features'), also: 'features 功能 seo paywall' },
    { to: sectionPath('steps'), label: t('search.steps'), also: 'steps how 步骤 流程' },
    { to: sectionPath('stories'), label: t('search.stories'), also: 'stories scenarios 场景 案例' },
    {
      to: sectionPath('pricing'),
      label: t('search.pricing'),
      also: 'pricing plans 价格 会员 套餐',
    },
    { to: sectionPath('contact'), label: t('search.contact'), also: 'contact wechat 微信 客服' },
    { to: paths.terms, label: t('search.terms'), also: 'terms 协议' },
    { to: paths.privacy, label: t('search.privacy'), also: 'privacy data 隐私 数据' },
  ];
  const visitor: Page[] = [
    { to: paths.login, label: t('nav.login'), also: 'login sign in 登陆' },
    { to: paths.register, label: t('nav.register'), also: 'register sign up 开户' },
  ];
  const member: Page[] = [
    { to: teamPath(PERSONAL_SPACE), label: t('nav.console'), also: 'console team 团队 概览' },
    {
      to: teamPath(PERSONAL_SPACE, 'knowledge'),
      label: t('user.myKnowledge'),
      also: 'knowledge base 文章 文档',
    },
    { to: paths.account, label: t('user.account'), also: 'account password devices 密码 设备' },
  ];
  const admin: Page[] = [
    { to: paths.platform, label: t('user.platform'), also: 'admin users 用户 审计' },
  ];
  return [...everyone, ...(isLoggedIn ? member : visitor), ...(isAdmin ? admin : [])];
}

/** The pages that a query means by their name or search terms, the best first. */
export function findPages(pages: readonly Page[], query: string): Page[] {
  return searchNames(pages, query, ({ label, also }) => ({ name: label, alias: also }));
}
