/** Every address inside the app, written once. Source: specification §2. */
export const paths = {
  home: '/',
  editor: '/md',
} as const;
