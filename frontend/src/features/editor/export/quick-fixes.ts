import { decodeAddress } from '../../../lib/addresses/percent-encoding';
import { download } from '../../../lib/browser/download';
import { fetchImage } from '../images/rehost';
import type { Workbench } from '../workbench';
import type { TextUndo } from '../workbench/text-undo';
import type { ExportSource } from './export-article';
import { formatAddress } from './image-format';
import type { CheckItem } from './safe-check';

/** Values for the words of a fix; each fix uses some of them. */
interface QuickFixWords {
  format: string;
  name: string;
}

const NO_WORDS: QuickFixWords = { format: '', name: '' };

/** What one click does about a finding. Its words are below `check.fix`, `check.fixed` and `check.fixFailed`. */
interface QuickFix {
  id: 'https' | 'format' | 'convert' | 'citation' | 'rehost' | 'setUp';
  /** Fills the words of the button. */
  words: QuickFixWords;
  /** Rejects when it failed. */
  run(): Promise<Fixed>;
}

/** What a fix has done. */
interface Fixed {
  /** Values for the words of success. */
  words: QuickFixWords;
  /** Null when there is nothing to take back. */
  undo: TextUndo | null;
}

/** Uploads an image to where WeChat can fetch it and returns its new address. */
type Rehost = (address: string) => Promise<string>;

/**
 * The fix for a finding, or null. It acts on the post that was checked, whichever is open by the time it is done.
 *
 * `source` is what was checked.
 * `rehost` uploads to the author's image host. Without one there is no fix for images that only this machine can reach.
 */
export function quickFixFor(
  item: CheckItem,
  source: Pick<ExportSource, 'postId' | 'text'>,
  workbench: Workbench,
  rehost: Rehost | null = null,
): QuickFix | null {
  const address = addressInSource(source.text, item.detail);
  const replace = async (next: string): Promise<Fixed> => ({
    words: NO_WORDS,
    undo: await workbench.changeTextOf(source.postId, (text) =>
      text.replaceAll(address, () => next),
    ),
  });
  switch (item.key) {
    case 'export.image.insecure':
      return {
        id: 'https',
        words: NO_WORDS,
        run: () => replace(address.replace(/^http:/i, 'https:')),
      };
    case 'export.image.webp': {
      const better = formatAddress(address);
      if (better === null) return rehosting(address, replace, rehost) ?? converting(address);
      return {
        id: 'format',
        words: { ...NO_WORDS, format: better.format },
        run: () => replace(better.address),
      };
    }
    case 'export.image.kept':
      return rehosting(address, replace, rehost) ?? settingUp(workbench);
    case 'export.image.local':
    case 'export.image.relative':
    case 'export.image.data':
    case 'export.image.blob':
      return rehosting(address, replace, rehost);
    case 'export.link.external':
      return {
        id: 'citation',
        words: NO_WORDS,
        run: async () => {
          const { isCiteStatus } = workbench.settings;
          workbench.changeSettings({ isCiteStatus: true });
          return { words: NO_WORDS, undo: async () => workbench.changeSettings({ isCiteStatus }) };
        },
      };
    default:
      return null;
  }
}

function rehosting(
  address: string,
  replace: (next: string) => Promise<Fixed>,
  rehost: Rehost | null,
): QuickFix | null {
  if (rehost === null) return null;
  return {
    id: 'rehost',
    words: NO_WORDS,
    run: async () => replace(await rehost(address)),
  };
}

function settingUp(workbench: Workbench): QuickFix {
  return {
    id: 'setUp',
    words: NO_WORDS,
    run: async () => {
      workbench.store.set({ dialog: 'images' });
      return { words: NO_WORDS, undo: null };
    },
  };
}

function converting(address: string): QuickFix {
  return {
    id: 'convert',
    words: NO_WORDS,
    run: async () => {
      const name = pngName(address);
      download(name, 'image/png', await fetchImage(address));
      return { words: { ...NO_WORDS, name }, undo: null };
    },
  };
}

function pngName(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '');
  return `${name || 'image'}.png`;
}

/** An address of a finding as the source has it: the engine encodes addresses, and a finding cuts long ones. */
function addressInSource(text: string, detail: string): string {
  const isCut = detail.endsWith('…');
  // A cut may go through an encoded letter.
  const named = isCut ? detail.slice(0, -1).replace(/(?:%[\da-f]{0,2})+$/i, '') : detail;
  for (const form of [named, decodeAddress(named)]) {
    const at = text.indexOf(form);
    if (at !== -1) return isCut ? (/^[^\s)>"']+/.exec(text.slice(at))?.[0] ?? form) : form;
  }
  return named;
}
