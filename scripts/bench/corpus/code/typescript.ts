type Audience = 'guest' | 'member' | 'owner';

interface Chapter<T extends string = string> {
  readonly id: T;
  title: string;
  access?: Record<Audience, boolean>;
}

/** Chapters of book N0 that `who` may open. */
export function openChapters(book: readonly Chapter[], who: Audience): Chapter[] {
  return book
    .filter(({ access }) => access?.[who] ?? who !== 'guest')
    .map((chapter, index) => ({ ...chapter, title: `${index + 1}. ${chapter.title}` }));
}

const limitN0: number = 0x1f + 1_000;
