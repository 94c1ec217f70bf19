import type { CodeCache } from '../../../engine/code-cache';
import type { Diagrams } from '../../../engine/diagrams/diagrams';
import { engineError } from '../../../engine/errors';
import { loadExport } from '../../../engine/export';
import { loadMath } from '../../../engine/math';
import type { Exported, ExportTarget } from '../../../engine/types';
import type { Workbench } from '../workbench';
import { collectArticle } from './collect-article';
import { diagramPicture } from './diagram-picture';
import { embedOwnImages, resolveImages } from './embed-images';
import { type FillOptions, fillSlots, type UnfilledSlot } from './fill-slots';
import type { Lines } from './find-line';

/** What an export uses besides the article. */
export interface ExportParts {
  code: CodeCache;
  diagrams: Diagrams;
}

/** What is exported, and how. */
export interface ExportPlan {
  target: ExportTarget;
  /** HTML of a part of the article, as `selectionHtml` gives it. Without it the whole article is exported. */
  part?: string | undefined;
  /** Fewer characters: code without colors, bars and line numbers. */
  isLean?: boolean;
  /** For paper and images, where nobody can scroll: the pictures of a slider stand below each other. */
  isStill?: boolean;
}

const STILL_CSS = `
.slider-track { display: block !important; overflow: visible !important; }
.slider-item + .slider-item { margin: 16px 0 0 !important; }
.slider-item { margin: 0; }
.slider-hint { display: none !important; }
`;

/** The article as it was when an export began. */
export interface ExportSource extends Lines {
  /** Null when the category has no post. */
  postId: string | null;
}

export interface ExportedArticle extends Exported {
  source: ExportSource;
  /** Slots that kept their source, and why. */
  unfilled: UnfilledSlot[];
  /** Number of diagrams that became pictures with their data in the HTML. */
  nPictures: number;
  /** Why diagrams that were to become pictures are drawings; undefined when none is. */
  notPictured: unknown;
}

/**
 * The article for one target, from the engine's blocks, with the last edit rendered.
 *
 * Errors: `engine.load` when a module does not arrive, `engine.failed` or the module's own key when it fails.
 */
export async function exportArticle(
  workbench: Workbench,
  plan: ExportPlan,
  parts: ExportParts,
  watch: FillOptions = {},
): Promise<ExportedArticle> {
  const [exporter] = await Promise.all([loadExport(), workbench.view.prepareCodeThemes()]);
  await workbench.renderer.whenConnected();
  workbench.renderer.renderNow();
  await workbench.renderer.prepareEmoji();
  try {
    const { renderer } = workbench;
    const source = {
      postId: workbench.post?.id ?? null,
      text: workbench.text,
      blocks: renderer.blocks,
      startLines: renderer.startLines,
    };
    const blocks = plan.isLean ? renderer.leanBlocks() : renderer.blocks;
    const html = plan.part ?? collectArticle(blocks, exporter.sanitize);
    const request = {
      target: plan.target,
      css: [...workbench.view.styleSheets(), ...(plan.isStill ? [STILL_CSS] : [])].join('\n'),
      title: workbench.title,
      language: workbench.locale,
    };
    const isPicture = plan.target === 'wechat' && workbench.settings.diagramForm === 'png';
    let notPictured: unknown;
    let nPictures = 0;
    const { fills, unfilled } = await fillSlots(
      exporter.slots(html).filter((slot) => !(plan.isLean && slot.kind === 'code')),
      {
        code: (lang, source) => parts.code.get(lang, source),
        loadMath: async () => (await loadMath()).formulaSvg,
        diagram: async (source) => {
          const drawn = await parts.diagrams.draw(source);
          if (!isPicture || 'error' in drawn) return drawn;
          try {
            const html = await diagramPicture(drawn.html);
            nPictures += 1;
            return { html };
          } catch (error) {
            notPictured = error;
            return drawn;
          }
        },
      },
      watch,
    );
    const exported = exporter.exportArticle({ ...request, html, fills });
    const finished = await embed(exported.html, plan);
    return { ...exported, source, html: finished, unfilled, nPictures, notPictured };
  } catch (error) {
    throw engineError(error);
  }
}

/** A file must show its pictures anywhere; WeChat gets addresses that lead here, and the pictures that none leads to. */
async function embed(html: string, { target }: ExportPlan): Promise<string> {
  if (target === 'plain') return html;
  return target === 'html' ? embedOwnImages(html) : resolveImages(html);
}
