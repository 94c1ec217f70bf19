/** A diagram of each kind that authors draw most, with Chinese words. */
export const DIAGRAMS: Record<string, string> = {
  flowchart:
    'flowchart TD\n  A[写 Markdown] -->|预览| B{满意吗？}\n  B -- 是 --> C([复制到公众号])\n  B -- 否 --> A\n  C -.-> D[(草稿箱)]\n  C ==> E((发布))',
  sequence:
    'sequenceDiagram\n  participant 作者\n  participant 编辑器\n  作者->>编辑器: 输入文字\n  编辑器-->>作者: 立刻排版\n  Note over 作者,编辑器: 全程在浏览器里\n  loop 每次修改\n    作者-x编辑器: 撤销\n  end',
  class:
    'classDiagram\n  class Article {\n    +String title\n    +render() Html\n  }\n  class Block\n  Article "1" *-- "many" Block : 包含\n  Block <|-- Heading\n  Block ..> Style : 使用',
  state:
    'stateDiagram-v2\n  [*] --> 草稿\n  草稿 --> 审核: 提交\n  审核 --> 草稿: 退回\n  审核 --> 已发布: 通过\n  已发布 --> [*]',
  gantt:
    'gantt\n  title 排期\n  dateFormat YYYY-MM-DD\n  section 写作\n  初稿 :a1, 2026-01-01, 10d\n  修改 :after a1, 6d\n  section 发布\n  排版 :2026-01-14, 5d',
  pie: 'pie title 读者来源\n  "朋友圈" : 45\n  "公众号" : 35\n  "搜索" : 20',
  mindmap:
    'mindmap\n  root((墨砚))\n    写作\n      Markdown\n      公式\n    排版\n      主题\n      代码高亮',
  er: 'erDiagram\n  AUTHOR ||--o{ ARTICLE : 写\n  ARTICLE {\n    string title\n    date published\n  }\n  ARTICLE }|..|{ TAG : 有',
  git: 'gitGraph\n  commit id: "初稿"\n  branch "修改"\n  commit id: "润色"\n  checkout main\n  merge "修改"\n  commit id: "发布"',
};

/** A small diagram of each kind that mermaid knows besides those; see `diagrams.spec.ts`. */
export const FURTHER_DIAGRAMS: Record<string, string> = {
  'flowchart-elk': 'flowchart-elk LR\n  A[甲] --> B[乙]',
  agentflow: 'agentflow-beta\n  flow f[写作]\n    a[初稿]\n    b[修改]\n    a --> b\n  end',
  swimlane:
    'swimlane-beta LR\n  subgraph 作者\n    A[写] --> B[改]\n  end\n  subgraph 编辑\n    C[审]\n  end\n  B --> C',
  c4: 'C4Context\n  Person(a, "作者")\n  System(b, "编辑器")\n  Rel(a, b, "写")',
  info: 'info',
  quadrantChart:
    'quadrantChart\n  title 选题\n  x-axis 冷门 --> 热门\n  y-axis 浅 --> 深\n  甲: [0.3, 0.6]',
  xychart:
    'xychart-beta\n  title "阅读"\n  x-axis ["一月", "二月"]\n  y-axis "人数" 0 --> 100\n  bar [30, 60]\n  line [20, 70]',
  requirement:
    'requirementDiagram\n  requirement r {\n    id: 1\n    text: fast\n    risk: high\n    verifymethod: test\n  }\n  element e {\n    type: page\n  }\n  e - satisfies -> r',
  journey: 'journey\n  title 写作\n  section 上午\n    起草: 3: 作者\n    修改: 5: 作者',
  timeline: 'timeline\n  title 历程\n  2025 : 开始\n  2026 : 发布',
  kanban: 'kanban\n  todo[待写]\n    t1[选题]\n  done[写完]\n    t2[初稿]',
  sankey: 'sankey-beta\nfriends,article,60\nsearch,article,20',
  packet: 'packet-beta\n  0-7: "头"\n  8-31: "正文"',
  radar: 'radar-beta\n  axis a["文字"], b["排版"], c["速度"]\n  curve x["墨砚"]{80, 90, 70}',
  block: 'block-beta\n  columns 2\n  a["甲"] b["乙"]\n  a --> b',
  treeView: 'treeView-beta\n  "文章"\n    "第一篇"\n    "第二篇"',
  architecture:
    'architecture-beta\n  group g(cloud)[site]\n  service a(server)[web] in g\n  service b(database)[data] in g\n  a:R -- L:b',
  eventmodeling: 'eventmodeling\n\ntf 01 ui Editor\ntf 02 cmd Save\ntf 03 evt Saved',
  ishikawa: 'ishikawa\n  阅读下降\n    标题\n      太长\n    时间\n      太晚',
  venn: 'venn-beta\n  set A["写作"]\n  set B["排版"]\n  union A,B["墨砚"]',
  treemap: 'treemap-beta\n"文章"\n  "技术": 30\n  "随笔": 20',
  usecase: 'usecase-beta\n  actor "作者"\n  "作者" --> "写文章"',
  wardley:
    'wardley-beta\n  title Map\n  anchor Reader [0.95, 0.6]\n  component Article [0.7, 0.5]\n  Reader -> Article',
  cynefin: 'cynefin-beta\n  title 决定\n  complex\n    "选题"\n  clear\n    "排版"',
  railroad: 'railroad-beta\n  word = sequence(terminal("a"), nonterminal("b"));',
  railroadEbnf: 'railroad-ebnf-beta\n  word = "a" , { "b" } ;',
  railroadAbnf: 'railroad-abnf-beta\n  word = "a" *"b" ;',
  railroadPeg: 'railroad-peg-beta\n  word <- "a" ("b")* ;',
};

/** An article of diagrams, one after the other. */
export function diagramArticle(diagrams: Record<string, string>): string {
  const blocks = Object.values(diagrams).map((source) => `\`\`\`mermaid\n${source}\n\`\`\``);
  return blocks.join('\n\n');
}
