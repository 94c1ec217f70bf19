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
