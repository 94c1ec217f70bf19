declare module 'tiny-pinyin/dist/core' {
  type Token = ReturnType<typeof import('tiny-pinyin').parse>[number];

  const core: {
    isSupported(): boolean;
    parse(text: string): Token[];
    genToken(character: string): Token;
    patchDict(patcher: object): void;
  };
  export = core;
}

declare module 'tiny-pinyin/dist/patchers/56l' {
  /** Corrections for browsers whose order of Chinese characters is that of ICU 56. */
  const patcher: {
    shouldPatch(genToken: typeof import('tiny-pinyin/dist/core')['genToken']): boolean;
  };
  export = patcher;
}
