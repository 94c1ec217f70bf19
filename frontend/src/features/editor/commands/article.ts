import {
  Code2,
  Copy,
  Eraser,
  FileArchive,
  FileCode,
  FileDown,
  FileInput,
  FileText,
  GalleryVertical,
  Printer,
  Replace,
  Save,
  Search,
  Send,
  ShieldCheck,
  WandSparkles,
} from 'lucide-react';
import { loadSource } from '../../../engine/source';
import { toast } from '../../../ui/states/toast';
import { tidied } from '../edits/format';
import { hasExtension, raiseCopyToMp } from '../export/copy-to-mp';
import { exportArticle } from '../export/export-article';
import { printArticle } from '../export/print-article';
import { saveZip } from '../export/save-zip';
import { tutorial } from '../first-words';
import { textUndoAction } from '../text-undo-action';
import { type Command, type CommandContext, dialog } from './command';

/** What is done with the article as a whole. */
export const articleCommands: readonly Command[] = [
  {
    id: 'wechat',
    icon: Copy,
    keys: 'mod+shift+c',
    alias: 'copy wechat fuzhi gongzhonghao',
    run: ({ exports }) => exports.copyForWechat(),
  },
  {
    id: 'save',
    icon: Save,
    keys: 'mod+s',
    alias: 'save store keep baocun cunpan',
    // The text is stored while it is written; who asks for it need not wait.
    run: ({ workbench }) => workbench.session.save(),
  },
  {
    id: 'check',
    icon: ShieldCheck,
    alias: 'check publish safe jiancha fabu before publishing',
    run: ({ exports }) => exports.check(),
  },
  {
    id: 'copyHtml',
    icon: Code2,
    alias: 'copy html source fuzhi daima code',
    run: ({ exports }) => exports.copyHtml(),
  },
  {
    id: 'copyMarkdown',
    icon: FileText,
    alias: 'copy markdown text fuzhi',
    run: ({ exports }) => exports.copyMarkdown(),
  },
  {
    id: 'saveMarkdown',
    icon: FileDown,
    alias: 'export save markdown file daochu wenjian',
    run: ({ exports }) => exports.saveMarkdown(),
  },
  {
    id: 'saveHtml',
    icon: FileCode,
    alias: 'export save html file daochu wenjian',
    run: ({ exports }) => exports.saveHtml(),
  },
  {
    id: 'importDefault',
    icon: FileInput,
    alias: 'import default content replace tutorial reset moren jiaocheng',
    run: async (context) => {
      const { text } = await tutorial(context.workbench.locale);
      await replaceContent(context, text, context.t('editor:content.resetDone'));
    },
  },
  {
    id: 'clear',
    icon: Eraser,
    alias: 'article clear empty qingkong text',
    run: (context) => replaceContent(context, '', context.t('editor:content.clearDone')),
  },
  {
    id: 'format',
    icon: WandSparkles,
    keys: 'shift+alt+f',
    alias: 'format tidy zhengli geshihua paiban',
    isSlash: true,
    isEdit: true,
    run: async ({ workbench, t }) => {
      // Loaded before the text is read, so that the text of this moment is edited.
      const { formatSource } = await loadSource();
      if (workbench.source === null) return;
      const isChanged = workbench.source.applyEach(tidied(formatSource));
      toast.success(t(isChanged ? 'editor:format.done' : 'editor:format.unchanged'));
    },
  },
  {
    id: 'find',
    icon: Search,
    keys: 'mod+f',
    alias: 'find search chazhao sousuo',
    run: ({ workbench }) => workbench.source?.find(false),
  },
  {
    id: 'replace',
    icon: Replace,
    keys: 'mod+alt+f',
    alias: 'replace tihuan find',
    run: ({ workbench }) => workbench.source?.find(true),
  },
  {
    id: 'print',
    icon: Printer,
    alias: 'print pdf dayin save',
    run: ({ workbench, parts }) => printArticle(workbench, parts),
  },
  {
    id: 'card',
    icon: GalleryVertical,
    alias: 'card image png picture katu changtu tupian export',
    run: dialog('card'),
  },
  {
    id: 'zip',
    icon: FileArchive,
    alias: 'zip markdown images daobao daochu export',
    run: async ({ workbench, t }) => {
      const { nImages, nMissing } = await saveZip(workbench);
      const description = t('export.missing', { count: nMissing });
      toast.success(t('export.zipped', { count: nImages }), nMissing === 0 ? {} : { description });
    },
  },
  {
    id: 'mp',
    icon: Send,
    alias: 'send wechat extension fasong chajian console',
    isOffered: hasExtension,
    run: async ({ workbench, parts, t }) => {
      const { html } = await exportArticle(workbench, { target: 'wechat' }, parts);
      raiseCopyToMp(html);
      if (hasExtension()) toast.success(t('export.sent'));
      else toast.failure(t('export.noExtension'), { id: 'mp' });
    },
  },
];

/** The toast about a replaced text. */
const REPLACED = 'replaced';

/** Puts a text in the place of the whole article, which becomes a version; a toast can take it back. */
async function replaceContent(
  { workbench, t }: CommandContext,
  text: string,
  done: string,
): Promise<void> {
  const { text: before, post } = workbench;
  const undo = await workbench.rewrite(text);
  toast.success(done, { id: REPLACED, action: textUndoAction(undo, t('editor:content.undo'), t) });
  if (text === before) return;
  // Undone by the keyboard, it must not be undone again: that would take what was written since.
  const stop = workbench.store.subscribe(() => {
    if (workbench.post?.id !== post?.id || workbench.text !== before) return;
    stop();
    toast.dismiss(REPLACED);
  });
}
