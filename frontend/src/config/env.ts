/** Build-time settings; nothing else reads `import.meta.env`. */
export const env = {
  /** True in the development server only. */
  isDevelopment: import.meta.env.DEV,
} as const;
