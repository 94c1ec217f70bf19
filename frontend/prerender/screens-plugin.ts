import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const renderer = path.join(import.meta.dirname, 'screens.tsx');
const folder = 'pages';

/**
 * Writes a page for each screen that can be read before any script: `pages/login.html` is the built page with the screen of
 * `/login` in place of the splash, and `pages/index.html` that of `/`. `pages/login.email-phone.html` is the one for a
 * server where users log in by these; without a file of its own it takes the first. The server and the service worker
 * know the folder.
 *
 * Such a page only names the program: `public/theme.js` starts it when somebody does something.
 */
export function renderedScreens(): Plugin {
  return {
    name: 'rendered-screens',
    apply: 'build',
    async writeBundle(options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset' || options.dir === undefined) return;
      const { module } = await runnerImport<typeof import('./screens')>(renderer);
      mkdirSync(path.join(options.dir, folder), { recursive: true });
      for (const { path: address, methods, title, html } of module.screens) {
        const name = address === '/' ? 'index' : address.slice(1);
        const file = `${methods === undefined ? name : `${name}.${methods}`}.html`;
        writeFileSync(
          path.join(options.dir, folder, file),
          pageWith(String(page.source), title, html),
        );
      }
    },
  };
}

/** The page with a title, and with a screen in place of the splash. */
function pageWith(page: string, title: string, screen: string): string {
  const replace = (text: string, from: string, to: string, by: string) => {
    const start = text.indexOf(from);
    const end = text.indexOf(to, start);
    if (start < 0 || end < 0) throw new Error(`index.html has no ${from}`);
    return text.slice(0, start) + by + text.slice(end);
  };
  const titled = replace(page, '<title>', '</title>', `<title>${escapeHtml(title)}`);
  const shown = replace(titled, '<div id="splash"', '<div id="root">', screen);
  return withProgramNamed(shown);
}

/** The page with the name of its first script in place of the script, and without what fetches its imports. */
function withProgramNamed(page: string): string {
  const script = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
  const program = script.exec(page)?.[1];
  if (program === undefined) throw new Error('index.html has no program');
  return page
    .replace(script, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace('<meta name="first-screens"', `<meta name="program" content="${program}">$&`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
