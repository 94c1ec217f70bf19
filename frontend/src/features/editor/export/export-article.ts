import type { CodeCache } from '../../../engine/code-cache';
import { engineError } from '../../../engine/errors';
import { loadExport } from '../../../engine/export';
import { loadMath } from '../../../engine/math';
import type { Exported, ExportTarget } from '../../../engine/types';
import type { Diagrams } from '../preview/diagrams';
import type { Workbench } from '../workbench';
import { collectArticle } from './collect-article';
import { fillSlots } from './fill-slots';

/** What an export uses besides the article. */
export interface ExportParts {
  code: CodeCache;
  diagrams: Diagrams;
}

/**
 * The article for one target, from the engine's own blocks up to the last letter.
 *
 * Errors: `engine.load` when a module does not arrive, `engine.failed` or the module's own key when it fails.
 */
export async function exportArticle(
  workbench: Workbench,
  target: ExportTarget,
  parts: ExportParts,
): Promise<Exported> {
  const [exporter] = await Promise.all([loadExport(), workbench.prepareCodeThemes()]);
  workbench.renderNow();
  try {
    const html = collectArticle(workbench.article.blocks, exporter.sanitize);
    const request = {
      target,
      css: workbench.sheets().join('\n'),
      title: workbench.title,
      language: workbench.locale,
    };
    const fills = await fillSlots(exporter.slots(html), {
      code: (lang, source) => parts.code.get(lang, source),
      loadMath: async () => (await loadMath()).formulaSvg,
      diagram: (source) => parts.diagrams.draw(source),
    });
    return exporter.exportArticle({ ...request, html, fills });
  } catch (error) {
    throw engineError(error);
  }
}
