import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'service-worker.js';

/** Writes the service worker beside the built files, with the list of them. */
export function offlineWorker(): Plugin {
  let folder = '';
  return {
    name: 'offline-worker',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const files = listFiles(folder);
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(path.join(folder, file)));
      const source = readFileSync(path.join(import.meta.dirname, 'worker.js'), 'utf8');
      const list = files.map((file) => `/${file}`);
      writeFileSync(
        path.join(folder, NAME),
        source
          .replace('= __FILES__', () => `= ${JSON.stringify(list)}`)
          .replace("__VERSION__';", () => `${hash.update(source).digest('hex').slice(0, 16)}';`),
      );
    },
  };
}

/** Every file of the build, with forward slashes, in a fixed order. */
function listFiles(folder: string): string[] {
  return (
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => file !== NAME && !/\.(?:br|gz|map)$/.test(file))
      // Of a screen that is there in several ways, the server chooses one.
      .filter((file) => !/^pages\/.+\..+\.html$/.test(file))
      .sort()
  );
}
