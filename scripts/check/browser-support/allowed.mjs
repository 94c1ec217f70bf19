// What may be used although an old browser lacks it, with the reason. What is not used any more is a fault too.

/**
 * Properties, values and selectors that may be dropped: the page is a little less fine, and nothing is lost.
 * `feature`: the name of a property stands for its values too. `ofLibraries`: only what the build brings along uses it.
 */
export const droppable = [
  { feature: 'cursor', reason: 'there is no pointer on a phone' },
  { feature: 'resize', reason: 'the box of a text has another height, and scrolls' },
  { feature: 'text-wrap', reason: 'lines end elsewhere' },
  { feature: 'scrollbar-width', reason: 'the scroll bar of the system is shown' },
  { feature: 'scrollbar-color', reason: 'the scroll bar of the system is shown' },
  { feature: 'overscroll-behavior', reason: 'the page scrolls on at the end of a list' },
  { feature: 'overscroll-behavior-x', reason: 'the page scrolls on at the end of a list' },
  { feature: 'font-family', reason: 'the next font of the list is taken' },
  {
    ofLibraries: true,
    feature: 'text-spacing-trim',
    reason: 'Chinese marks take a whole place, as everywhere else',
  },
  {
    ofLibraries: true,
    feature: 'content-visibility',
    reason: 'rows that are out of sight are laid out too',
  },
  {
    ofLibraries: true,
    feature: 'contain-intrinsic-size',
    reason: 'it is read beside `content-visibility` only',
  },
  {
    ofLibraries: true,
    feature: 'animation-timeline',
    reason: 'the edge of a row that can be scrolled does not fade',
  },
  { ofLibraries: true, feature: 'scroll()', reason: 'a value of `animation-timeline`' },
  {
    ofLibraries: true,
    feature: 'animation-range',
    reason: 'it is read beside `animation-timeline` only',
  },
  { feature: 'user-select', reason: 'the numbers of lines are selected with the code' },
  { feature: 'forced-color-adjust', reason: 'the colors of the system are taken' },
  { feature: '@media (forced-colors)', reason: 'the browser forces no colors' },
  { feature: '::selection', reason: 'selected text has the color of the system' },
  { feature: '@media (forced-colors)', reason: 'the browser forces no colors' },
  { feature: 'forced-color-adjust', reason: 'the browser forces no colors' },
];

/**
 * Uses in scripts that are tested for, or that are no use of the browser's feature.
 * `files`: how their paths begin, without the hash that the build gives; `features`: as the check names them.
 */
export const guarded = [
  {
    files: 'frontend/src/api/client.ts',
    features: ['.use'],
    reason: 'a method of openapi-fetch',
  },
  {
    files: 'frontend/src/features/editor/paste/html-to-markdown.ts',
    features: ['.use'],
    reason: 'a method of turndown',
  },
  { files: 'frontend/src/i18n/index.ts', features: ['.use'], reason: 'a method of i18next' },
  {
    files: 'frontend/src/features/editor/plain/plain-source.ts',
    features: ['document.caretPositionFromPoint', '.offsetNode'],
    reason: 'called with `?.`: without it the cursor stays where it is',
  },
  {
    files: 'frontend/src/features/editor/preview/preview-frame.ts',
    features: ['the event auxclick'],
    reason: 'a phone has no middle button',
  },
  {
    files: 'frontend/src/features/editor/suggest/suggest-menu.tsx',
    features: ['the event wheel'],
    reason: 'a phone has no wheel',
  },
  {
    files: 'frontend/src/features/editor/use-save-on-leave.ts',
    features: ['the event beforeunload'],
    reason: 'on a phone the text is written when the page is hidden',
  },
  {
    files: 'frontend/src/ui/hooks/use-loss-guard.ts',
    features: ['the event beforeunload'],
    reason: 'an iPhone never asks before a page is left',
  },
  {
    files: 'frontend/src/features/site-config/site/leave-guard.tsx',
    features: ['the event beforeunload'],
    reason: 'an iPhone never asks before a page is left',
  },
  {
    files: 'frontend/src/lib/browser/when-idle.ts',
    features: ['requestIdleCallback', 'cancelIdleCallback'],
    reason: 'tested with `typeof`',
  },
  {
    files: 'frontend/public/theme.js',
    features: ['.movementX', '.movementY'],
    reason: 'a phone reports touches, which start the program too',
  },
  {
    files: 'frontend/dist/assets/group-by',
    features: ['Object.groupBy'],
    reason: 'the part of core-js that adds it',
  },
  {
    files: 'frontend/dist/assets/chunk-NGNAAXSQ',
    features: ['Object.groupBy'],
    reason: 'mermaid: `engine/diagrams/diagrams.ts` adds it before',
  },
  {
    files: 'frontend/dist/assets/usecaseDiagram',
    features: ['Object.groupBy'],
    reason: 'mermaid: `engine/diagrams/diagrams.ts` adds it before',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['URL.canParse'],
    reason:
      'zod tests for it with `typeof`; for a library of mermaid `engine/diagrams/diagrams.ts` adds it before',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['Error.captureStackTrace'],
    reason: 'tested for, in every library that calls it',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['Symbol.dispose'],
    reason: 'tested for by wasm-bindgen; in Monaco the name of a method that nobody calls',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['.detached'],
    reason: 'wasm-bindgen compares it with undefined',
  },
  {
    files: 'frontend/dist/assets/',
    features: [
      'requestIdleCallback',
      'cancelIdleCallback',
      '.requestIdleCallback',
      '.cancelIdleCallback',
    ],
    reason: 'tested with `typeof` or `in`, in Monaco too',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['setImmediate'],
    reason: 'tested with `typeof`',
  },
  {
    files: 'frontend/dist/assets/chunk-NGNAAXSQ',
    features: ['.setImmediate'],
    reason: 'a method of a library in the same file',
  },
  {
    files: 'frontend/dist/assets/PopoverPopup',
    features: ['.showPopover'],
    reason: 'tested with `typeof`',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['.createPolicy', '.getAttributeType', 'trustedTypes'],
    reason: 'DOMPurify and Monaco test for Trusted Types',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['.ariaDescription', '.rangeEnd', '.rangeStart', '.underlineThickness'],
    reason: 'members of objects of Monaco',
  },
  {
    files: 'frontend/dist/assets/index',
    features: ['.detect'],
    reason: 'a method of plug-ins of i18next',
  },
  {
    files: 'frontend/dist/assets/index',
    features: ['.checkVisibility'],
    reason: 'tested with `typeof`',
  },
  {
    files: 'frontend/dist/assets/index',
    features: [
      '.startViewTransition',
      '.skipTransition',
      '.canIntercept',
      'navigation',
      'navigation.currentEntry',
      'navigation.navigate',
      'navigation.transition',
      'the event navigate',
      'the event navigateerror',
      'the event navigatesuccess',
    ],
    reason: 'React and React Router test for transitions of views and for navigation',
  },
  {
    files: 'frontend/dist/assets/index',
    features: ['navigator.connection', '.downlink', '.popover'],
    reason: 'React tests for them',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['.fromElement'],
    reason: 'the second choice where `relatedTarget` is missing',
  },
  {
    files: 'frontend/dist/assets/monaco-parts',
    features: [
      'EditContext',
      '.EditContext',
      '.getTextFormats',
      '.updateCharacterBounds',
      '.updateControlBounds',
      '.updateSelection',
      '.updateSelectionBounds',
      '.updateText',
    ],
    reason: 'Monaco tests for `EditContext`, and takes a text box without it',
  },
  {
    files: 'frontend/dist/assets/monaco-parts',
    features: [
      'navigator.gpu',
      '.requestAdapter',
      '.getPreferredCanvasFormat',
      '.beginRenderPass',
      '.copyExternalImageToTexture',
      '.createBindGroup',
      '.createCommandEncoder',
      '.createRenderPipeline',
      '.createShaderModule',
      '.createView',
      '.getBindGroupLayout',
      '.getCurrentTexture',
      '.maxTextureDimension2D',
      '.setBindGroup',
      '.setPipeline',
      '.setScissorRect',
      '.setVertexBuffer',
      '.writeBuffer',
      '.alphabeticBaseline',
      '.devicePixelContentBoxSize',
    ],
    reason: 'Monaco draws by the graphics card only where a setting asks for it',
  },
  {
    files: 'frontend/dist/assets/monaco-parts',
    features: ['.caretPositionFromPoint', '.caretRangeFromPoint', '.offsetNode'],
    reason: 'each browser has one of the two, which Monaco tests for',
  },
  {
    files: 'frontend/dist/assets/monaco-parts',
    features: ['.TouchEvent'],
    reason: 'tested for',
  },
  {
    files: 'frontend/dist/assets/workbench',
    features: ['document.caretPositionFromPoint', '.offsetNode'],
    reason: '`plain-source.ts`',
  },
  {
    files: 'frontend/dist/assets/workbench',
    features: ['the event auxclick'],
    reason: '`preview-frame.ts`',
  },
  {
    files: 'frontend/dist/assets/',
    features: [
      'the event wheel',
      'the event touchstart',
      'the event touchmove',
      'the event touchend',
      'the event touchcancel',
    ],
    reason: 'a phone has no wheel, and Safari on a Mac is not touched',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['the event gesturestart', 'the event gesturechange', 'the event gestureend'],
    reason: 'two fingers on a Mac, beside the wheel and touches that the same code listens for',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['the event beforeunload'],
    reason: 'see the sources',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['the event scrollend'],
    reason: 'virtual lists listen for it where `onscrollend` is there',
  },
  {
    files: 'frontend/dist/assets/',
    features: ['.recipient'],
    reason: 'a field of an answer of the server',
  },
];
