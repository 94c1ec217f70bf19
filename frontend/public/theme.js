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
})();
