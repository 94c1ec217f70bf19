// The two tools of the frontend that the benchmark borrows. It has no packages of its own.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Folder of the frontend, with a slash at the end. */
export const frontend = fileURLToPath(new URL('../../frontend/', import.meta.url));

const require = createRequire(`${frontend}package.json`);

/** A file of one of the frontend's packages. */
export const packageFile = (name) => require.resolve(name);

/**
 * Vite's JavaScript interface. What it runs itself would set the environment to development, and every later build of
 * this process would have React's development version.
 */
export const loadVite = () => {
  process.env.NODE_ENV = 'production';
  return import(pathToFileURL(packageFile('vite')).href);
};
