import { decodePart } from '../../lib/addresses/percent-encoding';
import { localImageName } from '../../lib/images/local-image';
import { postAddress, postOfAddress } from '../../lib/posts/post-link';
import { decodeText } from '../../lib/text/decode-text';
import { FenceReader, mapAddresses, mapProse } from '../../lib/text/prose';
import { type ImportText, type PlacedNode, TEXT } from './document-tree';
import { IMAGE, ImportImages } from './images';
import type { SourceSettings } from './layout';
import type { ImportFile, Note } from './model';
import { folded, folderOf, joined, lastOf, PathIndex, resolved } from './paths';
import type { SourceContext } from './sources/context';
import { fromMdx, numbered } from './sources/docs-site';
import { assetFolder, hexoAddress } from './sources/hexo';
import { fromHexo, hexoBlocks } from './sources/hexo-tags';
import { fromMkDocs, mkDocsBlocks } from './sources/mkdocs';
import { fromObsidian, obsidianBlocks, type WikiFinder } from './sources/obsidian';
import { fromVitePress, vitePressBlocks } from './sources/vitepress';
import { fromYuque } from './sources/yuque';

/** Folders whose files a site serves at its top, from the top of all files or from that of the documents. */
const PUBLIC = ['', 'static', 'public', '.vuepress/public', 'docs/.vuepress/public', 'docs/public'];

/** Makes the content of a document from a text: links lead to documents, images are those of the browser. */
export function converter(
  settings: SourceSettings,
  placed: readonly PlacedNode[],
  texts: readonly ImportText[],
  chosen: readonly ImportFile[],
  images: ImportImages,
): (text: ImportText, note: Note) => string {
  const { kind } = settings;
  const idOf = new Map(placed.flatMap(({ id, node }) => (node.text ? [[node.text.path, id]] : [])));
  const titles = new Map(texts.map(({ path, front }) => [path, front.title ?? '']));
  const bytesOf = new Map(chosen.map(({ path, bytes }) => [path, bytes]));
  const documents = new DocumentFinder(texts, settings);
  const files = new PathIndex([...idOf.keys(), ...images.paths()]);
  const fileAt = (path: string): string | null => {
    const bytes = bytesOf.get(path);
    return bytes === undefined ? null : decodeText(bytes).text.replace(/\r\n?/g, '\n');
  };
  return (text, note) => {
    const room = ImportImages.room();
    const imageAt = (path: string | null) => (path === null ? null : images.take(path, room));
    const folder = folderOf(text.path);
    const address = (written: string): string | null => {
      if (isOnMachine(written)) {
        if (IMAGE.test(written)) note('missingImages', 1, written);
        return null;
      }
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(written) || written === '') return null;
      const [, plain = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(written) ?? [];
      const target = decodePart(plain);
      const image = imagePaths(target, text.path, settings).map((path) => files.find(path));
      const found = image.find((path) => path !== null && images.has(path)) ?? null;
      if (found !== null) {
        const next = imageAt(found);
        if (next === null) note('missingImages', 1, written);
        else {
          note('links');
          if (/\.svg$/i.test(found)) note('vectors');
        }
        return next;
      }
      const id = idOf.get(documents.find(target, folder) ?? '');
      if (id !== undefined) {
        note('links');
        return postAddress(id) + (anchor === '' ? '' : `#${anchor}`);
      }
      // What a step before has written is no address of the source.
      if (localImageName(written) !== null || postOfAddress(written) !== null) return null;
      if (IMAGE.test(target)) note('missingImages', 1, written);
      else if (TEXT.test(target)) note('missingLinks', 1, written);
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
    const context: SourceContext = {
      note,
      settings,
      path: text.path,
      front: text.front,
      fileAt,
      postNamed: (name) => {
        const path = documents.named(name, folder);
        const id = idOf.get(path ?? '');
        return id === undefined
          ? null
          : { address: postAddress(id), name: titles.get(path ?? '') || name };
      },
    };
    const written = blocksOf(text.text.slice(text.bodyStart), context);
    const body = mapProse(written, (prose) => {
      let next = prose;
      if (kind === 'obsidian') next = fromObsidian(next, wiki, note);
      if (kind === 'docusaurus' || text.path.endsWith('.mdx')) next = fromMdx(next, note);
      if (kind === 'vuepress' || kind === 'vitepress') next = fromVitePress(next, context);
      if (kind === 'mkdocs') next = fromMkDocs(next, context);
      if (kind === 'hexo') next = fromHexo(next, context);
      if (kind === 'yuque') next = fromYuque(next, note);
      if (/^<!--[ \t]*more[ \t]*-->[ \t]*$/m.test(next)) note('more');
      return mapAddresses(withAngles(next), address);
    });
    const isOfSite = kind === 'vitepress' || kind === 'mkdocs' || kind === 'hexo';
    const isChanged = body !== text.text.slice(text.bodyStart);
    return text.text.slice(0, text.bodyStart) + (isOfSite && isChanged ? squeezed(body) : body);
  };
}

/** The text with one empty line where there are more, but for code. */
function squeezed(body: string): string {
  const fences = new FenceReader();
  let isBlank = false;
  const lines = body.split('\n').filter((line) => {
    const isCode = fences.takes(line);
    const isRepeated = isBlank && !isCode && line.trim() === '';
    isBlank = !isCode && line.trim() === '';
    return !isRepeated;
  });
  return lines.join('\n');
}

/** What spans more than a paragraph, in the way of its source. */
function blocksOf(body: string, context: SourceContext): string {
  const { kind } = context.settings;
  if (kind === 'vuepress' || kind === 'vitepress') return vitePressBlocks(body, context);
  if (kind === 'mkdocs') return mkDocsBlocks(body, context);
  if (kind === 'hexo') return hexoBlocks(body, context);
  return kind === 'obsidian' ? obsidianBlocks(body, context.note) : body;
}

/** A file of the machine that the text was written on. */
const isOnMachine = (address: string) => /^(?:file:|[a-z]:[\\/])/i.test(address);

const WITH_BLANK =
  /(!?\[[^\]\n]*\]\()[ \t]*((?:[^()<>\n"]|\([^()<>\n"]*\))*?[^()<>\s"])([ \t]+"[^"\n]*")?[ \t]*\)/g;

/** Addresses of files with blanks in them, as Typora writes them, in angles: Markdown reads no others. */
function withAngles(prose: string): string {
  return prose.replace(WITH_BLANK, (whole, start: string, address: string, title = '') => {
    const isFile = IMAGE.test(address) || TEXT.test(address.replace(/#.*$/, ''));
    return /\s/.test(address) && isFile ? `${start}<${address}>${title})` : whole;
  });
}

/** Paths that the address of an image may mean, the likeliest first. */
function imagePaths(address: string, from: string, { kind, root }: SourceSettings): string[] {
  const target = address.startsWith('@site/') ? address.slice('@site'.length) : address;
  const candidates = target.startsWith('/')
    ? [...PUBLIC, ...(root === '' ? [] : [root, joined(root, 'public')])]
    : [...(kind === 'hexo' ? [assetFolder(from)] : []), folderOf(from)];
  const written = target.includes('\\') ? [target, target.replaceAll('\\', '/')] : [target];
  return candidates
    .flatMap((top) => written.map((one) => resolved(top, one)))
    .filter((path) => path !== null);
}

/** Finds documents by the addresses that texts and sites give them. */
class DocumentFinder {
  readonly #root: string;
  readonly #files: PathIndex;
  /** Paths by the address of a site: without ending, numbers and index. */
  readonly #bySite = new Map<string, string>();
  readonly #aliases = new Map<string, string>();

  constructor(texts: readonly ImportText[], { root, text: settings }: SourceSettings) {
    this.#root = root;
    this.#files = new PathIndex(texts.map(({ path }) => path));
    for (const { path, front } of texts) {
      this.#bySite.set(siteAddress(path), path);
      const dated = hexoAddress(path, front, settings);
      if (dated !== null) this.#bySite.set(siteAddress(joined(root, dated)), path);
      for (const { key, value } of front.other ?? []) {
        if (key === 'slug' && typeof value === 'string') {
          const folder = value.startsWith('/') ? root : folderOf(path);
          this.#bySite.set(siteAddress(resolved(folder, value) ?? ''), path);
        }
        if (key === 'permalink' && typeof value === 'string') {
          this.#bySite.set(siteAddress(joined(root, value.replace(/^\//, ''))), path);
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
