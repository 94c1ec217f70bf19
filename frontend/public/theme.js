// Sets the look of the interface before the first paint. `ui_theme` is written by src/storage/local.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('ui_theme');
  } catch {
    // A browser that forbids storage follows the system.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  // The build names here what the first preview waits for: the article module and the editor's code.
  const parts = document.querySelector('meta[name="first-preview"]');
  if (parts === null || location.pathname !== '/md') return;
  for (const href of parts.content.split(' ')) {
    const link = document.createElement('link');
    link.href = href;
    link.crossOrigin = '';
    if (href.endsWith('.wasm')) {
      link.rel = 'preload';
      link.as = 'fetch';
      link.type = 'application/wasm';
    } else {
      link.rel = 'modulepreload';
    }
    document.head.append(link);
  }
})();
