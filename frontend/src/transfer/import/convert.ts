import { localImageName } from '../../lib/local-image';
import { decodePart } from '../../lib/percent-encoding';
import { postAddress, postOfAddress } from '../../lib/post-link';
import { mapAddresses, mapProse } from '../../lib/prose';
import { type ImportText, type PlacedNode, TEXT } from './document-tree';
import { IMAGE, ImportImages } from './images';
import type { Note, SourceKind } from './model';
import { folded, folderOf, joined, lastOf, PathIndex, resolved } from './paths';
import { fromMdx, fromVuePress, numbered } from './sources/docs-site';
import { fromObsidian, type WikiFinder } from './sources/obsidian';
import { fromYuque } from './sources/yuque';

/** Folders whose files a site serves at its top. */
const PUBLIC = ['', 'static', 'public', '.vuepress/public', 'docs/.vuepress/public', 'docs/public'];

/** Makes the content of a document from a text: links lead to documents, images are those of the browser. */
export function converter(
  kind: SourceKind,
  root: string,
  placed: readonly PlacedNode[],
  texts: readonly ImportText[],
  images: ImportImages,
): (text: ImportText, note: Note) => string {
  const idOf = new Map(placed.flatMap(({ id, node }) => (node.text ? [[node.text.path, id]] : [])));
  const documents = new DocumentFinder(texts, root);
  const files = new PathIndex([...idOf.keys(), ...images.paths()]);
  return (text, note) => {
    const room = ImportImages.room();
    const imageAt = (path: string | null) => (path === null ? null : images.take(path, room));
    const folder = folderOf(text.path);
    const address = (written: string): string | null => {
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(written) || written === '') return null;
      const [, plain = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(written) ?? [];
      const target = decodePart(plain);
      const image = candidates(target, folder).map((path) => files.find(path));
      const found = image.find((path) => path !== null && images.has(path)) ?? null;
      if (found !== null) {
        const next = imageAt(found);
        note(next === null ? 'missingImages' : 'links');
        return next;
      }
      const id = idOf.get(documents.find(target, folder) ?? '');
      if (id !== undefined) {
        note('links');
        return postAddress(id) + (anchor === '' ? '' : `#${anchor}`);
      }
      // What a step before has written is no address of the source.
      if (localImageName(written) !== null || postOfAddress(written) !== null) return null;
      if (IMAGE.test(target)) note('missingImages');
      else if (TEXT.test(target)) note('missingLinks');
      return null;
    };
    const wiki: WikiFinder = {
      document: (name, heading) => {
        const anchor = heading === '' ? '' : `#${headingAnchor(heading)}`;
        if (name === '') return { address: anchor, name: heading };
        const id = idOf.get(documents.find(name, folder) ?? documents.named(name, folder) ?? '');
        if (id === undefined) return null;
        return { address: postAddress(id) + anchor, name: lastOf(name) };
      },
      image: (name) => {
        const path =
          files.find(name) ?? files.find(joined(folder, name)) ?? files.named(lastOf(name), folder);
        return imageAt(path);
      },
    };
    const body = mapProse(text.text.slice(text.bodyStart), (prose) => {
      let next = prose;
      if (kind === 'obsidian') next = fromObsidian(next, wiki, note);
      if (kind === 'docusaurus' || text.path.endsWith('.mdx')) next = fromMdx(next, note);
      if (kind === 'vuepress') next = fromVuePress(next, note);
      if (kind === 'yuque') next = fromYuque(next, note);
      return mapAddresses(next, address);
    });
    return text.text.slice(0, text.bodyStart) + body;
  };
}

/** Paths that an address may mean, the likeliest first. */
function candidates(target: string, folder: string): string[] {
  const fromTop = target.startsWith('@site/') ? target.slice('@site'.length) : target;
  if (fromTop.startsWith('/')) {
    return PUBLIC.map((top) => resolved(top, fromTop)).filter((path) => path !== null);
  }
  const path = resolved(folder, fromTop);
  return path === null ? [] : [path];
}

/** Finds documents by the addresses that texts and sites give them. */
class DocumentFinder {
  readonly #root: string;
  readonly #files: PathIndex;
  /** Paths by the address of a site: without ending, numbers and index. */
  readonly #bySite = new Map<string, string>();
  readonly #aliases = new Map<string, string>();

  constructor(texts: readonly ImportText[], root: string) {
    this.#root = root;
    this.#files = new PathIndex(texts.map(({ path }) => path));
    for (const { path, front } of texts) {
      this.#bySite.set(siteAddress(path), path);
      for (const { key, value } of front.other ?? []) {
        if (key === 'slug' && typeof value === 'string') {
          const folder = value.startsWith('/') ? root : folderOf(path);
          this.#bySite.set(siteAddress(resolved(folder, value) ?? ''), path);
        }
        const names = key !== 'aliases' ? [] : Array.isArray(value) ? value : [String(value)];
        for (const name of names) this.#aliases.set(folded(name), path);
      }
    }
  }

  find(target: string, folder: string): string | null {
    const isFromTop = target.startsWith('/') || target.startsWith('@site/');
    const fromTop = target.replace(/^@site/, '');
    const tops = isFromTop ? [this.#root, '', folderOf(this.#root)] : [folder];
    for (const top of tops) {
      const path = resolved(top, fromTop);
      if (path === null) continue;
      const found =
        this.#files.find(path) ??
        this.#files.find(`${path}.md`) ??
        this.#bySite.get(siteAddress(path));
      if (found) return found;
    }
    return null;
  }

  /** As wiki links name it: a path from the top, a name anywhere, or an alias. */
  named(name: string, folder: string): string | null {
    const file = TEXT.test(name) ? name : `${name}.md`;
    return (
      this.#files.find(file) ??
      this.#files.named(lastOf(file), folder) ??
      this.#aliases.get(folded(name)) ??
      null
    );
  }
}

function siteAddress(path: string): string {
  const parts = path.replace(/\.(md|mdx|markdown|html)$/i, '').split('/');
  const named = parts.map((part) => numbered(part).name);
  if (/^(index|readme)$/i.test(named.at(-1) ?? '')) named.pop();
  return folded(named.filter((part) => part !== '').join('/'));
}

/** The anchor that the engine gives a heading; see `slug.rs`. */
function headingAnchor(heading: string): string {
  const anchor = heading
    .trim()
    .toLowerCase()
    .replace(/[\s-]/gu, '-')
    .replace(/[^\p{Alphabetic}\p{N}_-]/gu, '');
  return /^-*$/.test(anchor) ? 'section' : anchor;
}
