/** Applies a patch of the engine: blocks that did not change keep their nodes. */
export function applyPatch(
  root: HTMLElement,
  patch: { ops: { at: number; remove: number; insert: { html: string }[] }[] },
): void {
  for (const { at, remove, insert } of patch.ops) {
    const template = document.createElement('template');
    template.innerHTML = insert.map((block) => block.html).join('');
    const range = document.createRange();
    range.setStart(root, at);
    range.setEnd(root, at + remove);
    range.deleteContents();
    range.insertNode(template.content);
  }
}
