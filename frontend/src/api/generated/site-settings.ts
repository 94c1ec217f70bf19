// Written from openapi.json by scripts/site-settings.mjs: do not edit.
import type { components } from './schema';

type Content = components['schemas']['SectionContent'];
type NewSections = { [K in Content['kind']]: Extract<Content, { kind: K }> };

/** Limits by type and field; a text in place of limits is the type of the field. */
export const LIMITS = {
  "BasicInfo": {"contactEmail":{"format":"email","pattern":"^([^\\s@]+@[^\\s@]+\\.[^\\s@]+)?$"},"copyright":{"maxLength":200},"description":{"maxLength":300,"format":"several-lines"},"footerLinks":{"maxItems":12,"items":"Link","required":["text","url"]},"icon":"SiteImage","icpNumber":{"format":"icp","pattern":"^([京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川蜀贵黔云滇藏陕秦甘陇青宁新]ICP[备证][0-9]{6,10}号(-[0-9]{1,4})?)?$"},"logo":"SiteImage","logoDark":"SiteImage","name":{"minLength":1,"maxLength":100},"shareImage":"SiteImage"},
  "Link": {"text":{"maxLength":50},"url":{"maxLength":2000,"format":"link"}},
  "SiteImage": {"alt":{"maxLength":200},"url":{"minLength":1,"maxLength":2000,"format":"image"}},
  "Homepage": {"sections":{"maxItems":20,"items":"Section"}},
  "Section": {"content":"SectionContent"},
  "SectionContent": {"oneOf":{"hero":"Hero","stats":"Stats","features":"Features","demo":"Demo","testimonials":"Testimonials","blog":"Blog","faq":"Faq","partners":"Partners","newsletter":"Newsletter","cta":"Cta"}},
  "Hero": {"image":"SiteImage","primaryButton":"Link","secondaryButton":"Link","subtitle":{"maxLength":300,"format":"several-lines"},"title":{"minLength":1,"maxLength":100}},
  "Stats": {"items":{"maxItems":8,"items":"StatsItem"},"title":{"maxLength":100}},
  "StatsItem": {"description":{"maxLength":200,"format":"several-lines"},"label":{"minLength":1,"maxLength":50},"value":{"minLength":1,"maxLength":20}},
  "Features": {"columns":{"minimum":2,"maximum":4},"description":{"maxLength":500,"format":"several-lines"},"items":{"maxItems":12,"items":"FeatureItem"},"subtitle":{"maxLength":200},"title":{"maxLength":100}},
  "FeatureItem": {"description":{"maxLength":300,"format":"several-lines"},"icon":{"format":"icon"},"title":{"minLength":1,"maxLength":50}},
  "Demo": {"benefits":{"maxItems":6,"items":{"minLength":1,"maxLength":100}},"button":"Link","image":"SiteImage","subtitle":{"maxLength":300,"format":"several-lines"},"title":{"maxLength":100}},
  "Testimonials": {"columns":{"minimum":2,"maximum":3},"items":{"maxItems":12,"items":"Testimonial"},"title":{"maxLength":100}},
  "Testimonial": {"author":{"minLength":1,"maxLength":50},"avatar":"SiteImage","content":{"minLength":1,"maxLength":500,"format":"several-lines"},"position":{"maxLength":50}},
  "Blog": {"columns":{"minimum":1,"maximum":3},"nLatest":{"minimum":1,"maximum":6},"posts":{"maxItems":6,"items":"BlogPost"},"subtitle":{"maxLength":200},"title":{"maxLength":100},"viewAll":"Link"},
  "BlogPost": {"author":{"maxLength":50},"category":{"maxLength":50},"date":{"format":"date"},"excerpt":{"maxLength":300,"format":"several-lines"},"image":"SiteImage","link":{"maxLength":2000,"format":"link"},"readTimeMin":{"minimum":0,"maximum":1000},"title":{"maxLength":100}},
  "Faq": {"items":{"maxItems":10,"items":"FaqItem"},"title":{"maxLength":100}},
  "FaqItem": {"answer":{"minLength":1,"maxLength":1000,"format":"several-lines"},"question":{"minLength":1,"maxLength":200}},
  "Partners": {"items":{"maxItems":12,"items":"Partner"},"title":{"maxLength":100}},
  "Partner": {"logo":"SiteImage","name":{"minLength":1,"maxLength":50},"url":{"maxLength":2000,"format":"link"}},
  "Newsletter": {"description":{"maxLength":500,"format":"several-lines"},"emailPlaceholder":{"maxLength":50},"namePlaceholder":{"maxLength":50},"privacyLink":"Link","privacyText":{"maxLength":200,"format":"several-lines"},"submitText":{"maxLength":30},"subtitle":{"maxLength":200},"successMessage":{"maxLength":200},"title":{"maxLength":100}},
  "Cta": {"description":{"maxLength":500,"format":"several-lines"},"primaryButton":"Link","secondaryButton":"Link","subtitle":{"maxLength":200},"title":{"minLength":1,"maxLength":100}},
  "Membership": {"contact":{"maxLength":200,"format":"several-lines"},"generalBenefits":{"maxItems":20,"items":{"minLength":1,"maxLength":100}},"graceDays":{"minimum":0,"maximum":30},"maxDevices":{"minimum":1,"maximum":20},"packages":{"maxItems":12,"items":"Package"},"refundPolicy":{"maxLength":2000,"format":"several-lines"}},
  "Package": {"benefits":{"maxItems":20,"items":{"minLength":1,"maxLength":100}},"name":{"minLength":1,"maxLength":50}},
  "AccessRules": {"categories":{"maxItems":500,"items":"CategoryAccess"},"documents":{"maxItems":2000,"items":"DocumentAccessRule"},"partialChars":{"minimum":0,"maximum":100000}},
  "CategoryAccess": {"partialChars":{"minimum":0,"maximum":100000}},
  "DocumentAccessRule": {"partialChars":{"minimum":0,"maximum":100000}},
  "Carousel": {"slides":{"maxItems":10,"items":"Slide"}},
  "Slide": {"description":{"maxLength":200},"image":"SiteImage","link":{"maxLength":2000,"format":"link"},"title":{"maxLength":100}},
  "IndexSettings": {"categories":{"maxItems":500,"items":"CategoryDisplay"},"description":{"maxLength":300,"format":"several-lines"},"itemsPerPage":{"minimum":1,"maximum":100},"title":{"maxLength":100}},
  "CategoryDisplay": {"description":{"maxLength":200,"format":"several-lines"},"icon":{"format":"icon"},"name":{"maxLength":50}},
  "Navigation": {"links":{"maxItems":8,"items":"Link","required":["text","url"]}},
  "Appearance": {"color":{"format":"color","pattern":"^#[0-9a-fA-F]{6}$"},"notFound":"NotFoundPage","sizePx":{"minimum":14,"maximum":18}},
  "NotFoundPage": {"button":"Link","text":{"maxLength":300,"format":"several-lines"},"title":{"maxLength":100}},
  "RedirectsDto": {"redirects":{"maxItems":1000,"items":"RedirectDto"}},
  "RedirectDto": {"from":{"maxLength":500},"to":{"maxLength":2000}},
  "SiteDomainsDto": {"domains":{"maxItems":20}},
  "CreateSiteRequest": {"name":{"minLength":1,"maxLength":100},"slug":{"minLength":3,"maxLength":40}},
  "PublishRequest": {"note":{"maxLength":500,"format":"several-lines"}},
  "CreateRedeemBatchRequest": {"nCodes":{"minimum":1,"maximum":1000}},
} as const;

/** What new sections of the homepage hold, by the language of the site and their kind. */
export const NEW_SECTIONS: Record<components['schemas']['SiteLanguage'], NewSections> = {
  "zh-CN": {
    "hero": {"kind":"hero","title":"把知识写清楚","subtitle":"把积累的经验写下来，按主题整理好，方便随时查阅。","primaryButton":{"text":"开始阅读","url":"/docs"},"secondaryButton":{"text":"","url":""},"showsImage":true,"variant":"gradient","layout":"centered","image":null},
    "stats": {"kind":"stats","title":"","items":[{"value":"30+","label":"篇文章","description":""},{"value":"5","label":"个专题","description":""},{"value":"每周","label":"更新","description":""}],"layout":"horizontal","variant":"default"},
    "features": {"kind":"features","title":"在这里可以读到什么","subtitle":"","description":"","items":[{"icon":"book-open","title":"系统整理","description":"文章按分类和顺序编排，从入门到深入，一篇接着一篇读。"},{"icon":"search","title":"随时查找","description":"搜索标题、小标题和正文，很快找到需要的那一段。"},{"icon":"refresh-cw","title":"持续更新","description":"内容会不断补充和修订，每篇文章都标有最后更新的时间。"}],"layout":"grid","columns":3,"cardStyle":"card","showsIcons":true,"hasHoverEffect":true},
    "demo": {"kind":"demo","title":"先看一眼","subtitle":"目录、搜索和阅读进度都为长文准备。","button":{"text":"浏览目录","url":"/docs"},"benefits":["清晰的章节结构","全文搜索","手机上同样好读"],"image":null},
    "testimonials": {"kind":"testimonials","title":"读者怎么说","items":[{"content":"","author":"","position":"","avatar":null}],"layout":"grid","columns":3,"variant":"modern"},
    "blog": {"kind":"blog","title":"最新文章","subtitle":"最近写下和修订的内容","viewAll":{"text":"查看全部","url":"/docs"},"source":"latest","nLatest":6,"posts":[],"showsAuthor":false,"showsReadTime":true,"columns":3},
    "faq": {"kind":"faq","title":"常见问题","items":[{"question":"从哪里开始读？","answer":"可以从目录的第一篇开始，也可以直接搜索感兴趣的主题。"},{"question":"在手机上可以阅读吗？","answer":"可以。页面会适应屏幕的宽度，也支持深色模式。"},{"question":"发现错误怎么办？","answer":"欢迎通过页面底部的联系方式告诉我们，我们会尽快修正。"}],"layout":"accordion","variant":"modern"},
    "partners": {"kind":"partners","title":"合作伙伴","items":[{"name":"","url":"","logo":null}],"layout":"horizontal","variant":"default","showsLogos":true},
    "newsletter": {"kind":"newsletter","title":"订阅更新","subtitle":"有新文章时，用邮件告诉你。","description":"","showsNameField":false,"namePlaceholder":"","emailPlaceholder":"","submitText":"","successMessage":"","privacyText":"只用于发送更新，可随时退订。","privacyLink":{"text":"","url":""},"layout":"centered","variant":"default"},
    "cta": {"kind":"cta","title":"现在就开始读吧","subtitle":"打开目录，找到适合你的第一篇文章。","description":"","primaryButton":{"text":"开始阅读","url":"/docs"},"secondaryButton":{"text":"","url":""}},
  },
  "en": {
    "hero": {"kind":"hero","title":"Knowledge, clearly written","subtitle":"What we have learned, written down and put in order, for you to look up whenever you need it.","primaryButton":{"text":"Start reading","url":"/docs"},"secondaryButton":{"text":"","url":""},"showsImage":true,"variant":"gradient","layout":"centered","image":null},
    "stats": {"kind":"stats","title":"","items":[{"value":"30+","label":"articles","description":""},{"value":"5","label":"topics","description":""},{"value":"Weekly","label":"updates","description":""}],"layout":"horizontal","variant":"default"},
    "features": {"kind":"features","title":"What you will find here","subtitle":"","description":"","items":[{"icon":"book-open","title":"In order","description":"Articles are arranged by topic, from the first steps to the details, one after the other."},{"icon":"search","title":"Easy to find","description":"Search titles, headings and text, and get to the passage you need."},{"icon":"refresh-cw","title":"Kept up to date","description":"Articles are extended and corrected; each one says when it was last changed."}],"layout":"grid","columns":3,"cardStyle":"card","showsIcons":true,"hasHoverEffect":true},
    "demo": {"kind":"demo","title":"Take a look inside","subtitle":"Contents, search and layout are made for long reading.","button":{"text":"Browse the contents","url":"/docs"},"benefits":["A clear structure","Full-text search","Good to read on a phone"],"image":null},
    "testimonials": {"kind":"testimonials","title":"What readers say","items":[{"content":"","author":"","position":"","avatar":null}],"layout":"grid","columns":3,"variant":"modern"},
    "blog": {"kind":"blog","title":"Latest articles","subtitle":"What was written and revised most recently","viewAll":{"text":"View all","url":"/docs"},"source":"latest","nLatest":6,"posts":[],"showsAuthor":false,"showsReadTime":true,"columns":3},
    "faq": {"kind":"faq","title":"Questions and answers","items":[{"question":"Where do I start?","answer":"With the first article of the index, or by searching for a topic that interests you."},{"question":"Can I read on my phone?","answer":"Yes. Pages fit the width of your screen, and there is a dark mode."},{"question":"I found a mistake. What now?","answer":"Please tell us through the contact at the foot of the page. We will correct it."}],"layout":"accordion","variant":"modern"},
    "partners": {"kind":"partners","title":"Partners","items":[{"name":"","url":"","logo":null}],"layout":"horizontal","variant":"default","showsLogos":true},
    "newsletter": {"kind":"newsletter","title":"Stay up to date","subtitle":"Get an email when there is something new to read.","description":"","showsNameField":false,"namePlaceholder":"","emailPlaceholder":"","submitText":"","successMessage":"","privacyText":"Used for updates only. Unsubscribe at any time.","privacyLink":{"text":"","url":""},"layout":"centered","variant":"default"},
    "cta": {"kind":"cta","title":"Start reading now","subtitle":"Open the index and find your first article.","description":"","primaryButton":{"text":"Start reading","url":"/docs"},"secondaryButton":{"text":"","url":""}},
  },
};
