/** An article that the build has rendered: `prerender/plugin.ts`. */
declare module '*?rendered' {
  export const preview: import('./workbench/first-preview').FirstPreview;
  export const frontMatter: import('../../engine/types').FrontMatter;
}
